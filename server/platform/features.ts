import type { FastifyInstance } from "fastify";
import type { Permission } from "../../shared/kernel/access";
import type { Endpoint } from "../../shared/kernel/endpoint";
import type { SearchAccess } from "../../shared/kernel/search";
import type { Tx } from "./database/unit-of-work";
import type { PersonalData } from "./personal-data";
import type { AllDemoSteps } from "./demo/demo.steps";
import type { StreamDefinition } from "./live/stream-definitions";
import type { SearchSource } from "./search/search-source";
import type { Actor } from "./session";
import { defineSlot, type FeatureFills } from "./slot";

export type CanReadFile = (tx: Tx, actor: Actor, fileId: number) => Promise<boolean>;

/** Additions of a feature to the server. Defined in `<feature>.feature.ts` and listed in `server/features.list.ts`. */
export interface ServerFeature {
  readonly routes?: readonly ((app: FastifyInstance) => void)[];
  readonly entities?: readonly (new () => object)[];
  /** Whether an actor may read a file through a record of the feature. */
  readonly fileReaders?: readonly CanReadFile[];
  /** Statements that delete rows past their retention period, run hourly per tenant under row-level security, also in inactive tenants. */
  readonly housekeeping?: readonly string[];
  /** Kinds of streams that the feature's shared part declares. */
  readonly streams?: Readonly<Record<string, StreamDefinition>>;
  /** Search statements for the kinds of records that the feature's shared part declares as searchable. */
  readonly searches?: Readonly<Record<string, SearchSource>>;
  /** Functions for the slots of lower features. */
  readonly fills?: FeatureFills;
  readonly personalData?: PersonalData;
  /** Tables that exports leave out: technical data and secrets, separated by spaces. All other tables are exported. */
  readonly unexportedTables?: string;
  readonly demo?: Partial<AllDemoSteps>;
}

/** The features of this application and what is derived from all of them. */
interface Registration {
  /** All endpoints by feature and name. */
  contract: Readonly<Record<string, Endpoint>>;
  permissions: readonly Permission[];
  externalPermissions: readonly Permission[];
  eventKinds: readonly string[];
  entities: readonly (new () => object)[];
  housekeeping: readonly string[];
  personalData: readonly PersonalData[];
  unexportedTables: readonly string[];
  /** By kind. */
  streams: ReadonlyMap<string, StreamDefinition>;
  /** By kind. */
  searches: ReadonlyMap<string, SearchSource & { access: SearchAccess }>;
}

export const registration = defineSlot<Registration>("registration");
