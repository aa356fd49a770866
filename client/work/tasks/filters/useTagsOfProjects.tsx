import { useText } from "../../../platform/intl/useText";
import type { PickerOption } from "../../../ui/fields/Picker";
import { toneColor } from "../../../ui/signs/tones";
import classes from "./BoardFilters.module.css";

interface TagsOfProject {
  code: string;
  tags: readonly { id: number; name: string; color: string }[];
}

/** Tags belong to a project, so equal names are distinguished by the project's code. */
export function useTagsOfProjects(projects: readonly TagsOfProject[]): PickerOption[] {
  const text = useText();
  return projects.flatMap(({ code, tags }) =>
    tags.map(({ id, name, color }) => ({
      value: String(id),
      label: projects.length > 1 ? text("timeline.tagOf", { tag: name, code }) : name,
      icon: <i className={classes.dot} style={{ background: toneColor(color) }} />,
    })),
  );
}
