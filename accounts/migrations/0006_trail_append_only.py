"""PostgreSQL itself refuses to change or delete a row of the trail."""

from django.db import migrations

GUARD = """
CREATE OR REPLACE FUNCTION accounts_trail_append_only() RETURNS trigger AS $$
BEGIN
    RAISE EXCEPTION 'the trail of the moderators is append-only';
END
$$ LANGUAGE plpgsql;
CREATE TRIGGER trail_append_only BEFORE UPDATE OR DELETE ON accounts_moderationaction
FOR EACH ROW EXECUTE FUNCTION accounts_trail_append_only();
"""
OPEN = """
DROP TRIGGER IF EXISTS trail_append_only ON accounts_moderationaction;
DROP FUNCTION IF EXISTS accounts_trail_append_only();
"""


def run(sql):
    def on_postgresql(apps, schema_editor):
        if schema_editor.connection.vendor == "postgresql":
            schema_editor.execute(sql)

    return on_postgresql


class Migration(migrations.Migration):
    dependencies = [("accounts", "0005_moderation")]
    operations = [migrations.RunPython(run(GUARD), run(OPEN))]
