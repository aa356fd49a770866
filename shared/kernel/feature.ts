import type { AnyObjectSchema } from "yup";
import type { SearchAccess } from "./search";

/** Calls and events of a feature. Defined in `<feature>.feature.ts` and listed in `shared/features.ts`. */
export interface FeatureDefinition {
  /** Modules of endpoints by the prefix of their call names, such as `clients` for `clients.listClients`. */
  readonly contracts?: Readonly<Record<string, object>>;
  readonly events?: Readonly<Record<string, AnyObjectSchema>>;
  /** Kinds of records that the search finds (`SearchKinds`). */
  readonly searches?: Readonly<Record<string, SearchAccess>>;
}

export const defineFeature = <const Feature extends FeatureDefinition>(feature: Feature): Feature => feature;
