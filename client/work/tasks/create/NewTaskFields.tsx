import type { Project } from "../../../../shared/work/projects/projects.contract";
import { priorities } from "../../../../shared/work/tasks/tasks.fields";
import { useFormat, useText } from "../../../platform/intl/useText";
import { FilterPicker } from "../../../ui/fields/FilterPicker";
import { FilterPill } from "../../../ui/fields/FilterPill";
import { firstNameOf } from "../../../ui/signs/people";
import { TagChip } from "../../../ui/signs/TagChip";
import { toneColor } from "../../../ui/signs/tones";
import { ColumnGlyph, ColumnPicker } from "../fields/ColumnPicker";
import { DayPopover } from "../fields/DayPopover";
import { useChoices } from "../fields/useChoices";
import { usePersonOptions } from "../fields/usePersonOptions";
import type { NewTaskErrors } from "./new-task";
import { NewTaskFieldValues } from "./NewTaskFieldValues";
import type { NewTaskDraft } from "./new-task.draft";
import classes from "./NewTaskDialog.module.css";
import type { NewTaskValues } from "./useNewTaskValues";
import type { useProjectChoices } from "./useProjectChoices";
import flow from "../../../ui/layout/flow.module.css";

type ProjectChoices = ReturnType<typeof useProjectChoices>;

interface NewTaskFieldsProps extends Pick<ProjectChoices, "columns" | "people" | "tags" | "fields"> {
  errors: NewTaskErrors;
  project: Project | undefined;
  projects: readonly Project[];
  column: ProjectChoices["columns"][number] | undefined;
  values: NewTaskValues;
  change: (changed: Partial<NewTaskDraft>) => void;
}

/** Buttons that choose the project and the values of a new task, with the errors of their fields. */
export function NewTaskFields(props: NewTaskFieldsProps) {
  const { errors, project, projects, columns, column, people, tags, fields, values, change } = props;
  const { userIds, tagIds, due, priority, replace, toggle } = values;
  const text = useText();
  const { day, list } = useFormat();
  const choices = useChoices();
  const assignees = usePersonOptions(people);
  return (
    <div className={flow.wrap}>
      <FilterPicker
        label={text("projects.column.project")}
        value={project && <TagChip name={project.title} color={project.color} />}
        searchLabel={text("newTask.findProject")}
        options={projects.map(({ id, title, color }) => ({
          value: String(id),
          label: title,
          icon: <Dot color={color} />,
        }))}
        chosen={project ? [String(project.id)] : []}
        onPick={(value) => change({ projectId: Number(value), columnId: null })}
      />
      <ColumnPicker
        columns={columns}
        chosen={column?.id ?? null}
        label={text("task.status")}
        onPick={(columnId) => change({ columnId })}
      >
        {(button) => (
          <FilterPill
            label={text("task.status")}
            value={
              column && (
                <span className={classes.person}>
                  <ColumnGlyph columns={columns} id={column.id} />
                  <bdi>{column.title}</bdi>
                </span>
              )
            }
            {...button}
          />
        )}
      </ColumnPicker>
      <FilterPicker
        multiple
        label={text("task.assignee")}
        value={userIds.length > 0 && <bdi>{list(namesOf(people, userIds))}</bdi>}
        searchLabel={text("board.filter.findPerson")}
        options={assignees}
        chosen={userIds.map(String)}
        onPick={(value) => toggle("person", "userIds", Number(value))}
      />
      <DayPopover
        value={due}
        min={project?.start_date}
        max={project?.end_date}
        label={text("task.due")}
        onChange={(value) => replace("due", { due: value })}
      >
        {(button) => <FilterPill label={text("task.due")} value={due && day(due)} {...button} />}
      </DayPopover>
      <FilterPicker
        label={text("task.priority")}
        value={priority && choices.word("priority", priority)}
        options={choices.options("priority")}
        chosen={priority ? [priority] : []}
        onPick={(value) => replace("priority", { priority: priorities.find((one) => one === value) ?? null })}
      />
      {tags.length > 0 && (
        <FilterPicker
          multiple
          label={text("task.tags")}
          value={
            tagIds.length > 0 && <bdi>{list(tags.flatMap(({ id, name }) => (tagIds.includes(id) ? name : [])))}</bdi>
          }
          searchLabel={text("board.filter.findTag")}
          options={tags.map(({ id, name, color }) => ({
            value: String(id),
            label: name,
            icon: <Dot color={color} />,
          }))}
          chosen={tagIds.map(String)}
          onPick={(value) => toggle("tag", "tagIds", Number(value))}
        />
      )}
      <NewTaskFieldValues {...{ fields, people, values }} columnId={column?.id} errors={errors.fields} />
      {(["project", "column", "people", "due", "tags", "form"] as const).map(
        (name) =>
          errors[name] && (
            <p key={name} className={classes.problem} role="alert">
              {errors[name]}
            </p>
          ),
      )}
    </div>
  );
}

const namesOf = (people: readonly { id: number; fullname: string }[], ids: readonly number[]) =>
  people
    .filter(({ id }) => ids.includes(id))
    .map(({ fullname }) => (ids.length > 1 ? firstNameOf(fullname) : fullname));

const Dot = ({ color }: { color: string }) => (
  <i className={classes.dot} style={{ background: toneColor(color) }} aria-hidden />
);
