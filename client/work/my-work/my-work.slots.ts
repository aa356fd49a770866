import type { ReactNode } from "react";
import { defineSlot } from "../../platform/feature/slot";
import type { WorkQuery } from "../../../shared/work/my-work/my-work.address.rules";

/** A section of another feature between the user's tasks. */
export interface WorkSection {
  /** `pending` delays the list, because loading the section later would shift the rows. */
  useSection(query: WorkQuery): { pending: boolean; section: ReactNode };
}

export const workSections = defineSlot<{ order?: number; load: () => Promise<WorkSection> }>();

let loaded: readonly WorkSection[] = [];

export function useWorkSections(query: WorkQuery): { pending: boolean; sections: readonly ReactNode[] } {
  const sections = loaded.map((each) => each.useSection(query));
  return { pending: sections.some(({ pending }) => pending), sections: sections.map(({ section }) => section) };
}

/** Loads the page together with the sections of all features. */
export async function withWorkSections<Page>(page: Promise<Page>): Promise<Page> {
  loaded = await Promise.all(workSections.entries.map(({ load }) => load()));
  return page;
}
