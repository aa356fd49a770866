import { useLengthError } from "../../../ui/fields/length";
import { Button, Textarea } from "@mantine/core";
import { type FormEvent, type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { Link } from "react-router-dom";
import type { Project } from "../../../../shared/work/projects/projects.contract";
import { fieldsMissingIn } from "../../../../shared/work/fields/field-values.rules";
import { maxTitleLength } from "../../../../shared/work/tasks/tasks.fields";
import { useText } from "../../../platform/intl/useText";
import { paths } from "../../../platform/paths";
import { Kbd } from "../../../ui/keys/Kbd";
import { newCard } from "../pending/new-card";
import { closeNewTask, type NewTaskErrors } from "./new-task";
import { draftAfter, type NewTaskDraft } from "./new-task.draft";
import classes from "./NewTaskDialog.module.css";
import { NewTaskFields } from "./NewTaskFields";
import { TitleField } from "./TitleField";
import { TitleParts } from "./TitleParts";
import { useNewTaskValues } from "./useNewTaskValues";
import { useProjectChoices } from "./useProjectChoices";
import { useSendTask } from "./useSendTask";
import { useTemplateOfNewTask } from "./useTemplateOfNewTask";

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
  const form = useRef<HTMLFormElement>(null);
  const lengthError = useLengthError();
  /** Set on a submission before the project and its default template were loaded. */
  const [submitted, setSubmitted] = useState<{ createAnother: boolean } | null>(null);
  const { columns, defaultColumnId, people, tags, fields, failed, ...choice } = useProjectChoices(project?.id);
  const column = columns.find(({ id }) => id === draft.columnId) ?? columns.find(({ id }) => id === defaultColumnId);
  const values = useNewTaskValues(draft, { people, tags, fields }, change);
  const { title, parts, userIds, tagIds, due, priority, fieldValues } = values;
  const send = useSendTask();
  const { template, note, ...defaultTemplate } = useTemplateOfNewTask(project?.id, column?.id, {
    removedId: draft.removedTemplateId,
    onRemove: (removedTemplateId) => {
      change({ removedTemplateId });
      form.current?.querySelector("input")?.focus();
    },
  });
  const isLoading = props.isLoading || choice.isLoading || defaultTemplate.isLoading;

  const submit = (createAnother: boolean) => {
    setSubmitted(null);
    // The server knows which values come from a template.
    const missingFields = column && !template ? fieldsMissingIn(fields, fieldValues, column.id) : [];
    const missing: NewTaskErrors = {
      ...(title === "" ? { title: text("field.required") } : {}),
      ...(title.length > maxTitleLength ? { title: lengthError(title, maxTitleLength) } : {}),
      ...(missingFields.length > 0 && {
        fields: Object.fromEntries(missingFields.map(({ id }) => [id, text("field.required")])),
      }),
      ...(column ? {} : { column: failed ? text("newTask.noColumn") : text("field.required") }),
    };
    if (!missing.title && isLoading) return setSubmitted({ createAnother });
    if (!project || !column || missing.title || missing.fields) {
      setErrors(missing);
      const firstMissing = missing.title
        ? null
        : form.current?.querySelector<HTMLElement>("[data-field-missing] button");
      (firstMissing ?? form.current?.querySelector("input"))?.focus();
      return;
    }
    const facts = {
      title,
      user_ids: userIds,
      tag_ids: tagIds,
      due_date: due,
      ...(priority ? { priority } : {}),
      ...(Object.keys(fieldValues).length > 0 && { field_values: fieldValues }),
    };
    send(
      { ...draft, projectId: project.id, columnId: column.id },
      newCard(project.id, column.id, facts),
      fields,
      template,
    );
    setDraft({
      ...draftAfter({ ...draft, projectId: project.id }),
      removedTemplateId: createAnother ? draft.removedTemplateId : null,
    });
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
  return (
    <form ref={form} className={classes.form} onSubmit={onSubmit} onKeyDown={onKeyDown} noValidate>
      <TitleField
        value={draft.title}
        error={lengthError(title, maxTitleLength) ?? errors.title}
        people={people}
        tags={tags}
        fields={fields}
        onChange={(title) => change({ title })}
      />
      <TitleParts
        parts={parts}
        people={people}
        tags={tags}
        fields={fields}
        onKeep={({ text: words }) => change({ literal: [...draft.literal, words] })}
      />
      <NewTaskFields {...{ errors, project, projects, columns, column, people, tags, fields, values, change }} />
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
      {note && <div className={classes.note}>{note}</div>}
      <footer className={classes.actions}>
        {project && (
          <Button
            component={Link}
            to={paths.taskTemplates(project.id)}
            variant="subtle"
            color="gray"
            className={classes.fromTemplate}
            onClick={closeNewTask}
          >
            {text("taskTemplates.new")}
          </Button>
        )}
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
