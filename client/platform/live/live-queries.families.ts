import type { Endpoint } from "../../../shared/kernel/endpoint";
import type { EventsOf } from "../../../shared/requests/family-calls";
import type { RequestFamily } from "../../../shared/requests/families";
import type { Cache } from "./live-queries";

/** Which cached answers of a family events make old. */
export interface FamilyAnswers<Events> {
  /** Each of its own events. */
  readonly events: { readonly [Type in keyof Events]: (event: { data: Events[Type] }, cache: Cache) => void };
  /** What any of its requests is part of, beside the lists that are changed by the event itself. */
  readonly sums: readonly Endpoint[];
}

type Effect = (event: never, cache: Cache) => void;

const effects = new Map<string, Effect>();
const sums = new Map<string, readonly Endpoint[]>();

/** Families stand above the platform: each is handed in before the first event. */
export function watchFamily(family: RequestFamily, answers: FamilyAnswers<EventsOf<RequestFamily>>): void {
  sums.set(family, answers.sums);
  for (const [type, effect] of Object.entries<Effect>(answers.events)) effects.set(type, effect);
}

/** What an event of a family's own does; undefined for any other. */
export const familyEffect = (type: string): Effect | undefined => effects.get(type);

/** Nothing for a family that this client doesn't know yet. */
export const sumsOf = (family: string): readonly Endpoint[] => sums.get(family) ?? [];
