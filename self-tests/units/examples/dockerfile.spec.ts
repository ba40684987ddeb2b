import { expect, test } from '@playwright/test';
import { DockerfileParser } from 'dockerfile-ast';
import { ValidationSeverity, validate } from 'dockerfile-utils';
import { VARIABLE_NAMES } from '../../../src/settings/variables.ts';
import { bashErrors, example } from './files.ts';

const DOCKERFILE = example('docker/Dockerfile');

test('the linter and our own rules find nothing', () => {
  expect(findings(DOCKERFILE)).toEqual([]);
});

const MISTAKES: readonly (readonly [right: string | RegExp, wrong: string, finding: RegExp])[] = [
  ['WORKDIR /conformance', 'WORKDIR conformance', /absolute/],
  ['ENTRYPOINT', 'ENTRYPONT', /ENTRYPONT/],
  [/^FROM .*$/m, 'FROM node', /pinned/],
  [/^FROM .*$/m, 'FROM node:latest', /pinned/],
  [/^FROM .*$/m, 'FROM node:22', /pinned/],
  ['USER node\n', '', /root/],
  ['USER node\n', 'USER node\nUSER root\n', /root/],
  ['USER node\n', 'USER node\nENV CES_PASSWORD=x\n', /CES_PASSWORD/],
  ['USER node\n', 'USER node\nARG API_TOKEN\n', /API_TOKEN/],
  ['&& npm cache', '&& { npm cache', /syntax error/],
  ['["customer-engagement-conformance"]', 'customer-engagement-conformance', /signals/],
];
for (const [right, wrong, finding] of MISTAKES) {
  test(`${wrong === '' ? `without ${String(right).trim()}` : wrong.trim().split('\n').at(-1)} would be found`, () => {
    const broken = DOCKERFILE.replace(right, wrong);
    expect(broken).not.toBe(DOCKERFILE);
    expect(findings(broken).join('\n')).toMatch(finding);
  });
}

function findings(text: string): string[] {
  const file = DockerfileParser.parse(text);
  const image = file.getFROMs().at(-1)?.getImage() ?? '';
  const user = file.getInstructions().findLast((instruction) => instruction.getKeyword() === 'USER');
  const set = [...file.getENVs(), ...file.getARGs()].flatMap((instruction) =>
    instruction.getArguments().map((argument) => argument.getValue()),
  );
  const secrets = set.filter(
    (text) => /PASS|TOKEN|SECRET|KEY|USERNAME/i.test(text) || VARIABLE_NAMES.some((name) => text.startsWith(name)),
  );
  const scripts = file.getInstructions().filter((instruction) => instruction.getKeyword() === 'RUN');
  return [
    ...validate(text, { instructionWorkdirRelative: ValidationSeverity.ERROR }).map(({ message }) => `${message}`),
    ...(/:\d+\.\d+\.\d+|@sha256:[0-9a-f]{64}$/.test(image) ? [] : [`the base image ${image} is not pinned`]),
    ...(user === undefined || /^(root|0)$/.test(user.getArgumentsContent() ?? '') ? ['it runs as root'] : []),
    ...secrets.map((text) => `${text} would stay in the image`),
    ...scripts.map((script) => bashErrors(script.getArgumentsContent()?.replace(/\\\n/g, '') ?? '')).filter((error) => error !== ''),
    ...(file.getENTRYPOINTs().at(-1)?.getOpeningBracket() ? [] : ['a shell in front keeps signals from the program']),
  ];
}
