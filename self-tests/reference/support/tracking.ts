import { expect } from '@playwright/test';
import { MARKER_MEMBER } from '../../../src/settings/parsing/event-data.ts';
import type { Running } from './service.ts';

export const BUSINESS = '/businesses/biz_k%C3%A4rnten';

/** Tracks an event with this data and gives back its id, as the look-up gives it. */
export async function track(service: Running, marker: string, data: object = {}): Promise<string> {
  const body = { event: 'conformance.tracked', data: { ...data, [MARKER_MEMBER]: marker } };
  const reply = await service.call(`${BUSINESS}/track`, { body });
  expect(reply.status).toBe(200);
  expect(reply.text).toBe('{}');
  return ((await service.call(`/conformance/events?marker=${encodeURIComponent(marker)}`)).json() as { id: string }).id;
}

export async function customerOf(service: Running, id: string): Promise<string | null> {
  return ((await service.call(`/events/${id}`)).json() as { customer: string | null }).customer;
}
