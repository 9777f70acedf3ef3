// Reads a list of records, answers with the checks of each. The module has no imports, so it can be read as text.
import { readFileSync } from 'node:fs';

const source = readFileSync(process.argv[2], 'utf8');
const { checkRound } = await import(`data:text/javascript;base64,${Buffer.from(source).toString('base64')}`);
const records = JSON.parse(readFileSync(0, 'utf8'));
const answers = [];
for (const record of records) answers.push(await checkRound(record));
console.log(JSON.stringify(answers));
