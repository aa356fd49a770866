import type { AnyObjectSchema } from "yup";
import * as listed from "./features.list";
import type { DomainEvents } from "./kernel/events";
import type { FeatureDefinition } from "./kernel/feature";
import type { SearchAccess, SearchKind } from "./kernel/search";
import { familyCalls } from "./family-calls";

type Listed = (typeof listed)[keyof typeof listed] | (typeof familyCalls)[keyof typeof familyCalls];
type KindsOf<Feature> = Feature extends { readonly events: infer Events } ? keyof Events : never;

/** All features with calls or events, from which the contract table, the OpenAPI document and the event kinds are derived. */
export const features: readonly FeatureDefinition[] = [...Object.values(listed), ...Object.values(familyCalls)];

/** Schemas of all events by kind. Does not compile while a feature with events is missing from `features.list.ts`. */
export const eventSchemas: Readonly<Record<keyof DomainEvents, AnyObjectSchema>> = Object.assign(
  {},
  ...features.map(({ events }) => events),
) as Readonly<Record<KindsOf<Listed>, AnyObjectSchema>>;

type SearchesOf<Feature> = Feature extends { readonly searches: infer Searches } ? keyof Searches : never;

/** Rights by kind of hit. Does not compile while a kind of `SearchKinds` is missing from its feature's manifest. */
export const searchAccess: Readonly<Record<SearchKind, SearchAccess>> = Object.assign(
  {},
  ...features.map(({ searches }) => searches),
) as Readonly<Record<SearchesOf<Listed>, SearchAccess>>;

export const eventKinds: readonly string[] = Object.keys(eventSchemas).sort();
