import { Checkbox } from "@mantine/core";
import type { TaskTemplate } from "../../../shared/work/templates/task-templates.contract";
import { useText } from "../../platform/intl/useText";
import tones from "../../ui/layout/tones.module.css";
import { ListLoading } from "../../ui/records/ListBody";
import { ErrorState } from "../../ui/states/ErrorState";
import { useProjectChoices } from "../tasks/create/useProjectChoices";
import { useSetDefaultTemplate } from "./useTemplateActions";
import classes from "./templates.module.css";

interface DefaultsPanelProps {
  template: TaskTemplate;
  templates: readonly TaskTemplate[];
}

/** Chooses for which new tasks a template is the default: those of the project or of single columns. */
export function DefaultsPanel({ template, templates }: DefaultsPanelProps) {
  const text = useText();
  const { columns, isLoading, failure } = useProjectChoices(template.project_id);
  const { isPending, set } = useSetDefaultTemplate();
  if (isLoading) return <ListLoading />;
  if (failure) return <ErrorState {...failure} />;
  const defaultOf = (columnId: number | null) =>
    templates.find(({ is_default, default_columns }) =>
      columnId === null ? is_default : default_columns.some(({ id }) => id === columnId),
    );
  const choice = (columnId: number | null, label: string) => {
    const current = defaultOf(columnId);
    const isChosen = current?.id === template.id;
    return (
      <Checkbox
        key={columnId}
        label={<bdi>{label}</bdi>}
        description={current && !isChosen ? text("taskTemplates.otherDefault", { title: current.title }) : undefined}
        checked={isChosen}
        disabled={isPending}
        onChange={() =>
          set({
            projectId: template.project_id,
            columnId,
            before: current?.id ?? null,
            after: isChosen ? null : template.id,
          })
        }
      />
    );
  };
  return (
    <div className={classes.defaults}>
      <p className={tones.muted}>{text("taskTemplates.defaults.why")}</p>
      {choice(null, text("taskTemplates.wholeProject"))}
      <fieldset className={classes.roles}>
        <legend>{text("taskTemplates.columns")}</legend>
        {columns.map(({ id, title }) => choice(id, title))}
      </fieldset>
    </div>
  );
}
