import { UrlHistory } from '../../../src/checks/run-history.ts';
import { expect, test } from '../../test.ts';
import { exchange, type Said } from './exchanges.ts';

const BASE = 'http://host/v1';
const at = (startedAt: number, said: Said) => ({ ...exchange(said), startedAt, durationMs: 10 });
const history = (...exchanges: readonly ReturnType<typeof at>[]) => {
  const urls = new UrlHistory();
  for (const each of exchanges) urls.note(each);
  return urls;
};

test('what came before is the latest at the URL that had ended and is no read that succeeds, or what the connection carried', () => {
  const url = `${BASE}/segments/s`;
  const [head, read, guilty] = [at(0, { method: 'HEAD', url }), at(20, { url }), at(40, { url })];
  const urls = history(head, read, guilty, at(35, { method: 'POST', url }), at(20, { method: 'POST', url: `${BASE}/a` }));
  expect(urls.before(guilty)).toEqual([head]);
  expect(urls.before({ ...guilty, request: { ...guilty.request, url: BASE }, afterRefusal: read })).toEqual([read]);
  expect(urls.before(at(5, { url: BASE }))).toEqual([]);
});

test('what was beside overlaps, and its URL differs in one step at most', () => {
  const track = (startedAt: number, id: string, tail = 'track') =>
    at(startedAt, { method: 'POST', url: `${BASE}/businesses/${id}/${tail}` });
  const [guilty, same, other] = [track(100, 'b'), track(95, 'b'), track(105, 'c')];
  const urls = history(guilty, same, other, track(50, 'b'), track(100, 'c', 'campaigns'), at(100, { url: `${BASE}/businesses` }));
  expect(urls.beside(guilty)).toEqual([same, other]);
});

test('where all answers are broken from some number on, the input does not matter', () => {
  const url = `${BASE}/businesses`;
  const answers = (...statuses: readonly number[]) => statuses.map((status, index) => at(index, { method: 'POST', url, status }));
  const last = (all: ReturnType<typeof answers>) => history(...all).since(all.at(-1) ?? at(0, {}));
  expect(last(answers(200, 201, 400, 200, 200, 500, 500, 503))).toBe(
    'no matter of the input: the first 5 answers were in order, and none of the 3 since',
  );
  expect(last(answers(200, 201, 400, 200, 200, 500, 401, 500, 422, 503))).toContain('none of the 3 since');
  expect(last(answers(200, 201, 400, 200, 200, 500, 500))).toBeNull();
  expect(last(answers(200, 201, 400, 200, 500, 200, 500, 500, 500))).toBeNull();
  expect(last(answers(500, 500, 500, 500))).toBeNull();
  expect(history(...answers(200, 200, 200, 200, 200, 500, 500, 500)).since(at(0, { url }))).toBeNull();
});
