import { usePersonOptions } from "../fields/usePersonOptions";
import { useLengthError } from "../../../ui/fields/length";
import { Button, Textarea } from "@mantine/core";
import { type FormEvent, type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import type { Project } from "../../../../shared/work/projects/projects.contract";
import { maxTitleLength, priorities } from "../../../../shared/work/tasks/tasks.fields";
import { useFormat, useText } from "../../../platform/intl/useText";
import { FilterPicker } from "../../../ui/fields/FilterPicker";
import { FilterPill } from "../../../ui/fields/FilterPill";
import { Kbd } from "../../../ui/keys/Kbd";
import { firstNameOf } from "../../../ui/signs/people";
import { TagChip } from "../../../ui/signs/TagChip";
import { toneColor } from "../../../ui/signs/tones";
import { ColumnGlyph, ColumnPicker } from "../fields/ColumnPicker";
import { DayPopover } from "../fields/DayPopover";
import { useChoices } from "../fields/useChoices";
import { newCard } from "../pending/new-card";
import { closeNewTask, type NewTaskErrors } from "./new-task";
import { draftAfter, type NewTaskDraft } from "./new-task.draft";
import classes from "./NewTaskDialog.module.css";
import { type TitlePart, withoutParts } from "./title-parts";
import { TitleField } from "./TitleField";
import { TitleParts } from "./TitleParts";
import { useParsedTitle } from "./useParsedTitle";
import { useProjectChoices } from "./useProjectChoices";
import { useSendTask } from "./useSendTask";

const createMoreKeys = "Ctrl ↵";

interface FormProps {
  draft: NewTaskDraft;
  errors: NewTaskErrors;
  project: Project | undefined;
  projects: readonly Project[];
  isLoading: boolean;
  change: (changed: Partial<NewTaskDraft>) => void;
  setErrors: (errors: NewTaskErrors) => void;
  setDraft: (draft: NewTaskDraft) => void;
}

export function NewTaskForm(props: FormProps) {
  const { draft, errors, project, projects, change, setErrors, setDraft } = props;
  const text = useText();
  const { day } = useFormat();
  const choices = useChoices();
  const form = useRef<HTMLFormElement>(null);
  const lengthError = useLengthError();
  /** Set on a submission before the project was loaded. */
  const [submitted, setSubmitted] = useState<{ createAnother: boolean } | null>(null);
  const { columns, defaultColumnId, people, tags, failed, ...choice } = useProjectChoices(project?.id);
  const isLoading = props.isLoading || choice.isLoading;
  const column = columns.find(({ id }) => id === draft.columnId) ?? columns.find(({ id }) => id === defaultColumnId);
  const assignees = usePersonOptions(people);
  const parsed = useParsedTitle(draft.title, { people, tags, literal: draft.literal });
  const { parts } = parsed;
  const idsOf = (kind: "person" | "tag") => parts.flatMap((part) => (part.kind === kind ? part.id : []));
  const userIds = unique([...draft.userIds.filter((id) => people.some((one) => one.id === id)), ...idsOf("person")]);
  const tagIds = unique([...draft.tagIds.filter((id) => tags.some((one) => one.id === id)), ...idsOf("tag")]);
  const due = draft.due ?? parts.find((part) => part.kind === "due")?.value ?? null;
  const priority = draft.priority ?? parts.find((part) => part.kind === "priority")?.value ?? null;
  const send = useSendTask();

  const submit = (createAnother: boolean) => {
    setSubmitted(null);
    const missing: NewTaskErrors = {
      ...(parsed.title === "" ? { title: text("field.required") } : {}),
      ...(parsed.title.length > maxTitleLength ? { title: lengthError(parsed.title, maxTitleLength) } : {}),
      ...(column ? {} : { column: failed ? text("newTask.noColumn") : text("field.required") }),
    };
    if (!missing.title && isLoading) return setSubmitted({ createAnother });
    if (!project || !column || missing.title) {
      setErrors(missing);
      form.current?.querySelector("input")?.focus();
      return;
    }
    const facts = {
      title: parsed.title,
      user_ids: userIds,
      tag_ids: tagIds,
      due_date: due,
      ...(priority ? { priority } : {}),
    };
    send({ ...draft, projectId: project.id, columnId: column.id }, newCard(project.id, column.id, facts));
    const next = draftAfter({ ...draft, projectId: project.id });
    setDraft(next);
    if (!createAnother) closeNewTask();
    form.current?.querySelector("input")?.focus();
  };
  const submitLoaded = useEffectEvent(() => submitted && submit(submitted.createAnother));
  useEffect(() => {
    if (isLoading) return;
    const frame = requestAnimationFrame(() => submitLoaded());
    return () => cancelAnimationFrame(frame);
  }, [isLoading]);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
    event.preventDefault();
    submit(true);
  };
  /** A value chosen with a button replaces the one in the title. */
  const replace = (kind: TitlePart["kind"], changed: Partial<NewTaskDraft>) =>
    change({
      title: textWithout(
        draft.title,
        parts.filter((part) => part.kind === kind),
      ),
      ...changed,
    });
  const toggle = (kind: "person" | "tag", field: "userIds" | "tagIds", id: number) => {
    const typed = parts.filter((part) => part.kind === kind && part.id === id);
    const ids = draft[field];
    if (typed.length > 0) return change({ title: textWithout(draft.title, typed) });
    change({ [field]: ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id] });
  };

  return (
    <form ref={form} className={classes.form} onSubmit={onSubmit} onKeyDown={onKeyDown} noValidate>
      <TitleField
        value={draft.title}
        error={lengthError(parsed.title, maxTitleLength) ?? errors.title}
        people={people}
        tags={tags}
        onChange={(title) => change({ title })}
      />
      <TitleParts
        parts={parts}
        people={people}
        tags={tags}
        onKeep={({ text: words }) => change({ literal: [...draft.literal, words] })}
      />
      <div className={classes.fields}>
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
          value={userIds.length > 0 && namesOf(people, userIds)}
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
            value={tagIds.length > 0 && tags.flatMap(({ id, name }) => (tagIds.includes(id) ? name : [])).join(", ")}
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
        {(["project", "column", "people", "due", "tags", "form"] as const).map(
          (name) =>
            errors[name] && (
              <p key={name} className={classes.problem} role="alert">
                {errors[name]}
              </p>
            ),
        )}
      </div>
      <Textarea
        data-unkept
        autosize
        minRows={2}
        maxRows={10}
        dir="auto"
        aria-label={text("task.description")}
        placeholder={text("task.addDescription")}
        value={draft.description}
        onChange={({ currentTarget }) => change({ description: currentTarget.value })}
      />
      <footer className={classes.actions}>
        <Button
          variant="subtle"
          color="gray"
          rightSection={<Kbd bare>{createMoreKeys}</Kbd>}
          onClick={() => submit(true)}
        >
          {text("newTask.createMore")}
        </Button>
        <Button type="submit" variant="filled" loading={submitted !== null} rightSection={<Kbd bare>↵</Kbd>}>
          {text("newTask.create")}
        </Button>
      </footer>
    </form>
  );
}

const unique = (ids: readonly number[]) => [...new Set(ids)];

/** Keeps trailing spaces, so that the user can continue typing. */
const textWithout = (typed: string, parts: readonly TitlePart[]) =>
  parts.length === 0 ? typed : withoutParts(typed, parts);

const namesOf = (people: readonly { id: number; fullname: string }[], ids: readonly number[]) =>
  people
    .filter(({ id }) => ids.includes(id))
    .map(({ fullname }) => (ids.length > 1 ? firstNameOf(fullname) : fullname))
    .join(", ");

const Dot = ({ color }: { color: string }) => (
  <i className={classes.dot} style={{ background: toneColor(color) }} aria-hidden />
);
