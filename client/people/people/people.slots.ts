import type { ComponentType } from "react";
import type { ReplyOf } from "../../../shared/kernel/endpoint";
import type { readUser } from "../../../shared/people/people/users.contract";
import { defineSlot } from "../../platform/feature/slot";
import type { MessageId } from "../../platform/intl/catalogues";

export type EmployeeDetail = ReplyOf<typeof readUser>["data"];

interface EmployeeProps {
  employee: EmployeeDetail;
}

export interface EmployeePanelProps extends EmployeeProps {
  /** Link to a tab of the employee's page; undefined where the record has no tabs. */
  toTab?: ((key: string) => string) | undefined;
}

export interface TabState {
  /** Whether the tab is shown. `loading` accepts it in the URL before its content is known. */
  readonly available: boolean | "loading";
  readonly count?: number | null;
}

export interface EmployeeTab {
  /** Value in the URL. */
  readonly key: string;
  readonly label: MessageId;
  readonly order: number;
  readonly useTab: (employee: EmployeeDetail) => TabState;
  readonly Tab: ComponentType<EmployeeProps>;
}

/** A panel of the overview: above or below the facts, or beside them. */
export interface EmployeePanel {
  readonly place: "above" | "below" | "beside";
  readonly Panel: ComponentType<EmployeePanelProps>;
}

/** An item of an employee's action menu. */
export interface EmployeeAction {
  readonly isAvailable: (employee: EmployeeDetail) => boolean;
  readonly Item: ComponentType<EmployeeProps & { onOpen: () => void }>;
  /** Opened by the item's `onOpen`; stays open when the menu closes. */
  readonly Dialog?: ComponentType<EmployeeProps & { onClose: () => void }>;
}

/** Additions of a feature to the page and the preview of an employee. */
export interface EmployeeParts {
  readonly tabs: readonly EmployeeTab[];
  readonly panels: readonly EmployeePanel[];
  readonly previews: readonly ComponentType<EmployeeProps>[];
  readonly actions: readonly EmployeeAction[];
  /** Currency of a new salary; null if unknown. */
  readonly useSalaryCurrency: () => string | null;
}

export const employeePartsSlot = defineSlot<{ order?: number; load: () => Promise<Partial<EmployeeParts>> }>();

const unknown = () => null;
let loaded: EmployeeParts = { tabs: [], panels: [], previews: [], actions: [], useSalaryCurrency: unknown };

/** The parts of all features. Screens that use them must be loaded with `withEmployeeParts`. */
export const employeeParts = (): EmployeeParts => loaded;

/** Loads a screen together with the employee parts of all features, so that the page doesn't move when they appear. */
export async function withEmployeeParts<Screen>(screen: Promise<Screen>): Promise<Screen> {
  const parts = await Promise.all(employeePartsSlot.entries.map(({ load }) => load()));
  loaded = {
    tabs: parts.flatMap(({ tabs = [] }) => tabs).toSorted((a, b) => a.order - b.order),
    panels: parts.flatMap(({ panels = [] }) => panels),
    previews: parts.flatMap(({ previews = [] }) => previews),
    actions: parts.flatMap(({ actions = [] }) => actions),
    useSalaryCurrency: parts.find(({ useSalaryCurrency: use }) => use)?.useSalaryCurrency ?? unknown,
  };
  return screen;
}
