import { Select } from "@mantine/core";
import { listProjects } from "../../shared/projects/projects.contract";
import { useText } from "../platform/intl/useText";
import { useEndpoint } from "../platform/query";
import classes from "./notifications.module.css";

interface ProjectChoiceProps {
  chosen: number | null;
  onChoose: (id: string | null) => void;
}

/** Of one project alone. */
export function ProjectChoice({ chosen, onChoose }: ProjectChoiceProps) {
  const text = useText();
  const { data } = useEndpoint(listProjects, { query: { per_page: 200 } });
  return (
    <Select
      className={classes.project}
      size="xs"
      searchable
      clearable
      aria-label={text("notifications.project")}
      placeholder={text("notifications.project.all")}
      nothingFoundMessage={text("mute.noProject")}
      value={chosen === null ? null : String(chosen)}
      onChange={onChoose}
      data={(data?.data ?? []).map(({ id, title }) => ({ value: String(id), label: title }))}
    />
  );
}
