import type { SearchKind } from "../../shared/kernel/search";
import type { ClientFeature, SearchAppearance } from "../platform/feature/feature";
import * as listed from "./features.list";

/** All features with a client manifest. */
export const features: readonly ClientFeature[] = Object.values(listed);

type Listed = (typeof listed)[keyof typeof listed];
type SearchesOf<Feature> = Feature extends ClientFeature<infer Searched> ? Searched : never;

/** Appearance of search hits by kind. Doesn't compile if a kind of `SearchKinds` has no appearance. */
export const searchAppearances: Readonly<Record<SearchKind, SearchAppearance>> = Object.assign(
  {},
  ...features.map(({ searches }) => searches),
) as Readonly<Record<SearchesOf<Listed>, SearchAppearance>>;
