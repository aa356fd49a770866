import { externalPermissions, permissions } from "../shared/access";
import { contract } from "../shared/contract";
import { eventKinds, searchAccess } from "../shared/features";
import type { FeatureStream } from "../shared/kernel/events";
import type { SearchKind } from "../shared/kernel/search";
import * as listed from "./features.list";
import { registration, type ServerFeature } from "./platform/features";
import { FileEntity } from "./platform/files/file.entity";
import { fileReaders } from "./platform/files/files.slots";
import type { StreamDefinition } from "./platform/live/stream-definitions";
import type { SearchSource } from "./platform/search/search-source";
import { fillFeatureSlots, type Intersection, mergeFills, type SlotFillings } from "./platform/slot";
import { requestFamilies } from "./request-families";

/** All features of the server; its routes, entities and file readers are derived from this list. */
export const features: readonly ServerFeature[] = [...Object.values(listed), ...Object.values(requestFamilies)];

export type Listed = (typeof listed)[keyof typeof listed] | (typeof requestFamilies)[keyof typeof requestFamilies];
type StreamsOf<Feature> = Feature extends { readonly streams: infer Streams } ? keyof Streams : never;

/** Does not compile while a declared kind of stream has no definition; manifests with streams therefore use `satisfies`. */
const streams: Readonly<Record<FeatureStream, StreamDefinition>> = Object.assign(
  {},
  ...features.map((feature) => feature.streams),
) as Readonly<Record<StreamsOf<Listed>, StreamDefinition>>;

type SearchesOf<Feature> = Feature extends { readonly searches: infer Searches } ? keyof Searches : never;

/** Does not compile while a kind of `SearchKinds` has no source. */
const searches: Readonly<Record<SearchKind, SearchSource>> = Object.assign(
  {},
  ...features.map((feature) => feature.searches),
) as Readonly<Record<SearchesOf<Listed>, SearchSource>>;

registration.fill({
  contract,
  permissions,
  externalPermissions,
  eventKinds,
  entities: [FileEntity, ...features.flatMap(({ entities = [] }) => entities)],
  housekeeping: features.flatMap(({ housekeeping = [] }) => housekeeping),
  personalData: features.flatMap(({ personalData = [] }) => personalData),
  unexportedTables: features.flatMap(({ unexportedTables }) => unexportedTables?.split(/\s+/) ?? []),
  streams: new Map(Object.entries(streams)),
  searches: new Map(
    Object.entries(searches).map(([kind, source]) => [kind, { ...source, access: searchAccess[kind as SearchKind] }]),
  ),
});

type FillsOf<Feature> = Feature extends { readonly fills: infer Fills } ? Fills : never;

/** Does not compile while a slot of `SlotFillings`, or a key of its record, has no filling. */
const fills: SlotFillings = mergeFills(features.flatMap((feature) => feature.fills ?? [])) as Intersection<
  FillsOf<Listed>
>;

fillFeatureSlots(fills);
fileReaders.fill(features.flatMap(({ fileReaders: readers = [] }) => readers));
