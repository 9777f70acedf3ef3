from django.db import models


class Table(models.Model):
    version = models.BigIntegerField(default=0)
    state = models.JSONField()

    def __str__(self) -> str:
        return f"table {self.pk}"


class Action(models.Model):
    table = models.ForeignKey(Table, on_delete=models.CASCADE)
    version = models.BigIntegerField()
    seat = models.SmallIntegerField()
    card = models.CharField(max_length=3)
    at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"action {self.pk}"
