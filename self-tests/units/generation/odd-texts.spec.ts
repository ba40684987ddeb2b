import { ODD_TEXTS, textPlaces, withOddText } from '../../../src/generation/odd-texts.ts';
import { expect, test } from '../../test.ts';

const BODY = { name: 'a', steps: [{ type: 'email' }, { type: 'sms' }], metadata: { mark: 'b' }, count: 5, none: null };

test('places are those of texts outside the free member, once a list', () => {
  expect(textPlaces(BODY, 'metadata')).toEqual([['name'], ['steps', 0, 'type']]);
});

test('an odd text stands where it is wanted, and nothing else changes', () => {
  for (const text of ODD_TEXTS) {
    const [plain] = [Buffer.from(withOddText(BODY, ['steps', 0, 'type'], 'before', text, '-after')).toString('latin1')];
    const middle = Buffer.from(text.middle).toString('latin1');
    expect(plain).toContain(`"before${middle}-after"`);
    expect(JSON.parse(plain.replace(`before${middle}-after`, 'email'))).toEqual(BODY);
  }
});

test('only the byte is no UTF-8', () => {
  const isUtf8 = (bytes: Uint8Array) =>
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).equals(Buffer.from(Buffer.from(bytes).toString('utf8')));
  expect(ODD_TEXTS.map(({ middle }) => isUtf8(middle))).toEqual([true, true, false]);
});
