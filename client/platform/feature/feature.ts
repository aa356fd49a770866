import type { IconProps } from "@tabler/icons-react";
import type { ComponentType } from "react";
import type { Permission, PlanFeature } from "../../../shared/kernel/access";
import type { SearchTarget } from "../../../shared/kernel/search";
import type { MessageId } from "../intl/catalogues";
import type { StartLiveCache } from "../live/live-cache.later";
import type { LiveEffect } from "../live/live-updates";
import type { CreateEntry, MenuItem } from "./menu";
import type { Filling } from "./slot";

/** Properties of a page that its frame needs. */
export interface PageHandle {
  /** The screen's title; for addresses with `:mode`, one title per mode. */
  readonly title?: MessageId | Readonly<Record<string, MessageId>>;
  readonly permission?: Permission | readonly Permission[];
  /** Feature that the tenant's plan must include. */
  readonly feature?: PlanFeature;
  /** `:id` may also be a key such as POR-12, which the screen resolves. */
  readonly keyed?: true;
  /** Whether the page shows the open task itself, with the data of its board. */
  readonly showsTasks?: true;
}

export interface Page extends PageHandle {
  readonly path: string;
  readonly title: NonNullable<PageHandle["title"]>;
  readonly screen: () => Promise<ComponentType>;
  /** Component with an `Outlet` that stays mounted between its pages; pages with the same function share it. */
  readonly frame?: () => Promise<ComponentType>;
  /**
   * `menu`: signed-in users, with the side menu (default). `news`: signed-in users, without the menu. `signed-in`: signed-in users, without
   * any layout. `blank`: everyone, without any layout. `public`: everyone, with the menu for signed-in users.
   */
  readonly layout?: "menu" | "news" | "signed-in" | "blank" | "public";
}

/** Pages whose screens are components of one module, which is loaded when the first of them is opened. */
export function pagesIn<Module>(
  load: () => Promise<Module>,
  pages: { readonly [Name in keyof Module]?: Omit<Page, "screen"> },
): Page[] {
  return Object.entries<Omit<Page, "screen">>(pages as never).map(([name, page]) => ({
    ...page,
    screen: async () => (await load())[name as keyof Module] as ComponentType,
  }));
}

/** Groups of hits, in the order in which they are shown. */
export const searchGroups = ["tasks", "requests", "people", "texts"] as const;
export type SearchGroup = (typeof searchGroups)[number];

/** How the hits of a kind look and where they lead. */
export interface SearchAppearance {
  readonly icon: ComponentType<IconProps>;
  readonly group: SearchGroup;
  readonly href: (hit: SearchTarget) => string;
  /** Texts of the kind's states, if they are shown. */
  readonly stateText?: (state: string) => MessageId;
}

/** Client manifest of a feature (`<feature>.feature.ts`), listed in client/app/features.list.ts. Loaded before the first render. */
export interface ClientFeature<Searched extends string = string> {
  readonly pages?: readonly Page[];
  readonly menu?: readonly MenuItem[];
  readonly creates?: readonly CreateEntry[];
  /** `LiveUpdates` of the feature's `.live.ts`, loaded after the first screen. */
  readonly live?: () => Promise<Readonly<Record<string, LiveEffect>>>;
  /** Entries for slots of lower features. */
  readonly fills?: readonly Filling[];
  /** Appearance by kind, for the kinds that the feature's shared part declares. */
  readonly searches?: Readonly<Record<Searched, SearchAppearance>>;
}

/** Keeps the kinds of `searches` in the type, so that `client/app/features.ts` can check that none is missing. */
export const defineFeature = <const Searched extends string = never>(
  feature: ClientFeature<Searched>,
): ClientFeature<Searched> => feature;

let registered: readonly ClientFeature[] = [];

/** All features, for screens that show what each of them declares. Empty before `registerFeatures`. */
export const registeredFeatures = (): readonly ClientFeature[] => registered;

/** Called once, before the first render. */
export function registerFeatures(features: readonly ClientFeature[]): void {
  registered = features;
  for (const { fills = [] } of features) for (const fill of fills) fill();
}

export async function loadLiveUpdates(features: readonly ClientFeature[]): Promise<StartLiveCache> {
  const [{ startLiveCache }, { registerLiveUpdates }, ...updates] = await Promise.all([
    import("../live/live-cache"),
    import("../live/live-updates"),
    ...features.map(({ live }) => live?.()),
  ]);
  for (const each of updates) if (each) registerLiveUpdates(each);
  return startLiveCache;
}
