import type { IconProps } from "@tabler/icons-react";
import type { ComponentType } from "react";
import type { Permission } from "../../shared/kernel/permissions";
import type { MessageId } from "../platform/intl/catalogues";
import type { FamilyAnswers } from "../platform/live/live-queries.families";
import type { InboxLineProps } from "./InboxLine";
import type { DecisionProps } from "./RequestFrame";

/** What a family shows of its requests where all families stand together. */
export interface FamilyScreens {
  /** The whole request with what decides it; made of `RequestFrame` and `RequestView`. */
  Decision: ComponentType<DecisionProps>;
  /** What it says of itself in the inbox; made of `InboxWhat` and `InboxFact`. */
  Line: ComponentType<InboxLineProps>;
  /** Where one of its requests stands. */
  Status: ComponentType<{ status: string }>;
}

/** A screen of its own, loaded when somebody comes to it. */
export interface FamilyRoute {
  path: string;
  /** What it is called; where the address names what one does there (`:mode`), one for each. */
  title: MessageId | Readonly<Record<string, MessageId>>;
  permission: Permission;
  screen: () => Promise<ComponentType>;
}

/** What a family brings to the client. `Events` are its own (shared/requests/family-calls.ts). */
export interface ClientFamily<Events> {
  /** Its list is the first: the menu leads there, where it has an entry. */
  readonly routes: readonly [FamilyRoute, ...FamilyRoute[]];
  /** Null where its list is reached otherwise. */
  readonly menu: {
    readonly label: MessageId;
    readonly icon: ComponentType<IconProps>;
    /** In the cluster of the daily work, or apart behind the settings. */
    readonly cluster: "work" | "apart";
    /** Also under the thumb on phones. */
    readonly onPhones?: true;
  } | null;
  readonly screens: () => Promise<FamilyScreens>;
  /** What a yes gives where one decides without opening the request: in the bell. */
  readonly offered?: () => Promise<ComponentType<{ id: number }>>;
  /** What its types are called, where the organisation doesn't name them itself. */
  readonly kinds?: Readonly<Partial<Record<string, MessageId>>>;
  /** Which cached answers events make old. */
  readonly live: () => Promise<FamilyAnswers<Events>>;
}
