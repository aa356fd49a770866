import type { PaletteGroup } from "./match";

export const groupTitles = {
  here: "palette.group.here",
  recent: "palette.group.recent",
  tasks: "palette.group.tasks",
  requests: "palette.group.requests",
  people: "palette.group.people",
  texts: "palette.group.texts",
  do: "palette.group.do",
  more: "palette.group.more",
} as const satisfies Record<PaletteGroup, string>;
