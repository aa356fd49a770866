import type { IconProps } from "@tabler/icons-react";
import type { ComponentType } from "react";
import type { Command } from "../../ui/palette/palette";
import type { Person } from "../../ui/signs/people";
import type { GlyphStatus } from "../../ui/signs/StatusGlyph";
import type { LinkedTask } from "../../work/projects/task-layout";
import type { Findable } from "./match";

export type Sign =
  | { readonly Icon: ComponentType<IconProps> }
  | { readonly status: GlyphStatus; readonly label: string | null }
  | { readonly person: Person };

/** A row of the palette. */
export interface PaletteItem extends Findable {
  readonly sign: Sign;
  /** Project, department or status, shown at the end of the row. */
  readonly context: string | null;
  /** Assignee, requester or owner. */
  readonly person?: Person;
  /** Time of the last change, set if several records have the same title. */
  readonly at?: string;
  readonly keys?: readonly string[];
  /** Address that the row opens; without it, the row is a command. */
  readonly to?: string;
  /** Task to open over the screen instead, if the layout has a task panel. */
  readonly task?: LinkedTask;
  readonly command?: Pick<Command, "run" | "argument" | "form">;
}
