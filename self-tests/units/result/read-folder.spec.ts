import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import { compare } from '../../../src/result/compare/comparison.ts';
import { readFolder } from '../../../src/result/compare/history.ts';
import { entryOf } from '../../../src/result/compare/side.ts';
import { readResult } from '../../../src/settings/files/stored-result.ts';
import { passingResult } from '../../report/sample-result.ts';
import { expect, test } from '../http/fixtures.ts';

const RESULT = JSON.stringify(passingResult());

/** What is wrong with the folder, a message a file. */
function problems(path: string): string[] {
  try {
    readFolder(path);
    return [];
  } catch (error) {
    return (error instanceof AggregateError ? error.errors : [error]).map(({ message }) => message);
  }
}

test('every result is found by any name and at any depth; other JSON files may stand beside it', ({ folder, file: write }) => {
  write('deep/er/conformance.json', RESULT);
  write('renamed.json', RESULT);
  const others = { 'ctrf.json': '{"results": {}}', 'list.json': '[1]', 'nothing.json': 'null', 'badge.svg': '<svg/>' };
  for (const [name, content] of Object.entries(others)) write(name, content);
  expect(readFolder(folder).map(({ run }) => run.file)).toEqual([join('deep', 'er', 'conformance.json'), 'renamed.json']);
});

const NO_SEED = /not as its format 1\.\d+\.0 asks: \/seed must be integer\. Give the conformance\.json of a run/;
const NEWER = /format 2\.0\.0, and this version reads 1\.x\. .*read it with the version that wrote it/;
test('each bad file is named, with what is wrong and what to do; of a folder, all at once', ({ folder, file: write }) => {
  write('good.json', RESULT);
  const huge = write('huge.json', '');
  truncateSync(huge, 65 * 2 ** 20);
  const bad: readonly (readonly [file: string, message: RegExp])[] = [
    [write('changed.json', RESULT.replace('"seed":', '"seed":"x","was":')), NO_SEED],
    [write('cut.json', RESULT.slice(0, 2000)), /not JSON and seems to be cut .*Give the conformance\.json of a run/],
    [write('empty.json', ''), /empty\. Give the conformance\.json of a run/],
    [huge, /65 MiB, which is too large\. Give the conformance\.json of a run/],
    [write('newer.json', RESULT.replace(/"format":"1[\d.]+"/, '"format":"2.0.0"')), NEWER],
  ];
  const found = problems(folder);
  expect(found).toHaveLength(bad.length);
  for (const [index, [file, message]] of bad.entries()) {
    expect(found[index]).toContain(`${file}: `);
    expect(found[index]).toMatch(message);
    expect(() => readResult(file)).toThrow(message);
  }
  expect(() => readResult(write('other.json', '{"name": "package"}'))).toThrow('no conformance result: it has no "format"');
});

test('a folder without a result, a file and a missing folder are named', ({ folder, file: write }) => {
  expect(problems(folder)).toEqual([
    `${folder}: no conformance result in it. Give a folder with the conformance.json of one run or more, at any depth.`,
  ]);
  const file = write('conformance.json', RESULT);
  expect(problems(file)).toEqual([`${file}: a file. Give the folder that holds the results.`]);
  const nowhere = join(folder, 'nowhere');
  expect(problems(nowhere)).toEqual([`${nowhere}: no such folder. Give the folder that holds the results.`]);
});

test('a file of the first version, without members that came later, can be read, and one of a later minor version', ({ file: write }) => {
  const { fields: _fields, leftBehind: _leftBehind, sensitivity: _sensitivity, partial: _partial, ...first } = passingResult();
  const file = write('first.json', JSON.stringify({ ...first, format: '1.0.0' }));
  const entries = [entryOf(file, readResult(file)), entryOf('now.json', passingResult())];
  expect(compare(entries).requirements.some(({ differs }) => differs)).toBe(false);
  const later = write('minor.json', JSON.stringify({ ...passingResult(), format: '1.99.0', weather: 'fine' }));
  expect(readResult(later).verdict).toBe('conformant');
});
