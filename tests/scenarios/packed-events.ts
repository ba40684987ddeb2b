import type { EventStory, TrackedEvent } from '../../src/client/tracked-event.ts';
import type { ScenarioContext } from '../../src/engine/scenario.ts';
import type { Parts } from '../../src/generation/hostile.ts';
import { isSuccess } from '../../src/http/outcome.ts';
import { lastRead, storyOf } from './event-story.ts';

/** Inputs of events: of each pack together, and of what goes alone. */
interface PackedInputs {
  readonly packs: readonly Parts<string>[];
  readonly alone: readonly string[];
}

/**
 * Tracks each input, all at once, with each pack in one event, and reads what was accepted. The parts of a pack go alone where it is refused,
 * cannot be read or is wrong; one that is wrong though none of its parts is stays in the result.
 */
export async function packedStories(
  { implementation, all }: Pick<ScenarioContext, 'implementation' | 'all'>,
  { packs, alone }: PackedInputs,
  track: (input: string) => Promise<TrackedEvent>,
  isWrong: (story: EventStory) => boolean,
): Promise<EventStory[]> {
  const storiesOf = async (inputs: readonly string[]): Promise<EventStory[]> => {
    const tracked = await all(inputs.map(track));
    return all(tracked.filter(({ exchange }) => isSuccess(exchange)).map((one) => storyOf(implementation, one)));
  };
  const ofPack = async ({ parts, together }: Parts<string>): Promise<EventStory[]> => {
    const whole = await storiesOf([together]);
    if (whole.some((story) => lastRead(story) !== null && !isWrong(story))) return whole;
    const apart = await storiesOf(parts);
    return apart.some(isWrong) ? apart : [...whole, ...apart];
  };
  return (await all([...packs.map(ofPack), storiesOf(alone)])).flat();
}
