import type { IconProps } from "@tabler/icons-react";
import { type ComponentType, type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { Store } from "../../platform/store";
import type { PickerOption } from "../fields/Picker";
import type { Person } from "../signs/people";
import type { GlyphStatus } from "../signs/StatusGlyph";

/** The command palette while it is open, with the element that had the focus before. */
export const palette$ = new Store<{ readonly from: Element | null } | null>(null);

/** Names of keys, the same in all languages. */
export const keyNames = { escape: "Esc", open: "Ctrl K", newTab: "Ctrl ↵" } as const;

export function openPalette(): void {
  if (!palette$.value) palette$.set({ from: document.activeElement });
}

/** The focus returns at once, so that a command finds the screen unchanged. */
export function closePalette(): void {
  const from = palette$.value?.from;
  palette$.set(null);
  if (from instanceof HTMLElement && from.isConnected) from.focus({ preventScroll: true });
}

/** An entry of the palette that does something on the screen below it. */
export interface Command {
  /** Unique among the commands that are registered at the same time. */
  readonly id: string;
  readonly label: string;
  readonly Icon: ComponentType<IconProps>;
  readonly keys?: readonly string[];
  /** Exactly one of `run`, `argument` and `form` is set. An argument is chosen in a second step. */
  readonly run?: () => void;
  readonly argument?: CommandArgument;
  /** A form as the second step; it calls `done` after the change. */
  readonly form?: (done: () => void) => ReactNode;
  /** Offered for each typed text: 'New task called "…"'. */
  readonly withText?: { readonly label: (typed: string) => string; readonly run: (typed: string) => void };
}

export interface CommandArgument {
  readonly options: readonly PickerOption[];
  /** Currently applied values. */
  readonly chosen: readonly string[];
  readonly pick: (value: string) => void;
}

export interface CommandGroup {
  /** Subject of the commands, such as a task's key or "2 selected". Null for commands that don't depend on the screen. */
  readonly title: string | null;
  readonly commands: readonly Command[];
}

export const commands$ = new Store<readonly CommandGroup[]>([]);

/**
 * Registers commands while the component is mounted. Screens mount it only while the palette is open, because the options of arguments are
 * computed from the whole board. Later registrations come first.
 */
export function useCommands(group: CommandGroup): void {
  const own = useRef<CommandGroup | null>(null);
  useLayoutEffect(() => {
    const { current } = own;
    const others = commands$.value.filter((one) => one !== current);
    own.current = group;
    commands$.set(current ? commands$.value.map((one) => (one === current ? group : one)) : [group, ...others]);
  }, [group]);
  useEffect(() => {
    return () => {
      const { current } = own;
      own.current = null;
      commands$.set(commands$.value.filter((one) => one !== current));
    };
  }, []);
}

/** A task that a screen has loaded, for the palette to find without the server. */
export interface LoadedTask {
  readonly id: number;
  readonly key: string;
  readonly title: string;
  readonly projectId: number;
  readonly project: string;
  /** Title and glyph of the column. */
  readonly column: string;
  readonly status: GlyphStatus;
  readonly mine: boolean;
  /** The first assignee, if the screen knows it. */
  readonly person?: Person;
}

const taskLists = new Set<() => readonly LoadedTask[]>();

export const loadedTasks = (): LoadedTask[] => [...taskLists].flatMap((list) => list());

/** Offers a screen's tasks while it is mounted. `list` is called when the palette opens; it must keep its identity. */
export function useLoadedTasks(list: () => readonly LoadedTask[]): void {
  useEffect(() => {
    taskLists.add(list);
    return () => void taskLists.delete(list);
  }, [list]);
}
