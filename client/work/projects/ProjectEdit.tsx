import { Button } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router-dom";
import { updateProject } from "../../../shared/work/projects/projects.contract";
import { updateProjectSchema } from "../../../shared/work/projects/projects.schema";
import { paths } from "../../platform/paths";
import { call } from "../../platform/api";
import { useText } from "../../platform/intl/useText";
import { ProblemError } from "../../platform/problem-error";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import { DraftGuard } from "../../ui/form/DraftGuard";
import { Form } from "../../ui/form/Form";
import { FormActions } from "../../ui/form/FormActions";
import { useForm } from "../../ui/form/form";
import { EditConflictNotice } from "./EditConflictNotice";
import type { ProjectDetail } from "../../../shared/work/projects/projects.contract";
import { changedFields, type ProjectValues, rebaseValues, updateBody, toProjectValues } from "./project-form";
import { ProjectFields } from "./ProjectFields";
import { useReturnAfterSave } from "./useReturnAfterSave";
import classes from "./ProjectForm.module.css";

interface ProjectEditProps {
  project: ProjectDetail;
  onStale: (project: ProjectDetail) => void;
}

/**
 * Edits are compared with the state that the form started from (`base`). If another user saves meanwhile, both versions are shown and the
 * user chooses; until then neither is overwritten.
 */
export function ProjectEdit({ project, onStale }: ProjectEditProps) {
  const text = useText();
  const [opened] = useState(project);
  const [base, setBase] = useState(project);
  const [started, setStarted] = useState(0);
  const [asking, setAsking] = useState(false);
  const { saved, finish } = useReturnAfterSave();
  const form = useForm(updateProjectSchema, {
    draft: { storageKey: `project:${project.id}`, version: project.version },
    initialValues: toProjectValues(project),
    onSubmit: async (_, { idempotencyKey }) => {
      const body = { ...updateBody(began, form.values), version: base.version };
      try {
        const { message } = await call(updateProject, { params: { id: project.id }, body, idempotencyKey });
        await finish(project.id, message);
      } catch (error) {
        if (error instanceof ProblemError && error.code === "project.stale" && error.record) {
          onStale(error.record as ProjectDetail);
        }
        throw error;
      }
    },
  });

  // A draft stores the original values of its fields, so that later changes by other users are detected as conflicts.
  const before = base === opened ? form.draft.restored?.before : undefined;
  const began: ProjectValues = { ...toProjectValues(base), ...before };
  const now = toProjectValues(project);
  const stale = !saved && changedFields(began, now).length > 0 && project.version >= base.version;
  const settle = (keep: "mine" | "theirs") => {
    const next = rebaseValues(began, form.values, now, keep);
    for (const field of changedFields(form.values, next)) form.setValue(field, next[field]);
    setBase(project);
    setStarted(started + 1);
  };
  const open = project.task_count - project.done_count;
  const completes = form.values.status === "completed" && project.status !== "completed" && open > 0;
  const submit: typeof form.onSubmit = (event) => {
    if (!completes || asking) return form.onSubmit(event);
    event.preventDefault();
    setAsking(true);
  };
  const formProps = { ...form, onSubmit: submit };
  return (
    <div className={classes.page}>
      <ConfirmDialog
        opened={asking}
        title={text("projects.complete.title")}
        confirmLabel={text("projects.complete.confirm")}
        tone="accent"
        onConfirm={() => {
          setAsking(false);
          void form.submit();
        }}
        onClose={() => setAsking(false)}
      >
        <p>{text("projects.complete.why", { count: open })}</p>
      </ConfirmDialog>
      <Form form={stale ? { ...formProps, problem: null } : formProps}>
        {project.archived && <p className={classes.archived}>{text("projects.archived.readOnly")}</p>}
        {stale && <EditConflictNotice project={project} base={began} mine={form.values} now={now} onSettle={settle} />}
        <ProjectFields
          form={form}
          project={project}
          withMembers={project.can.members}
          started={started + form.draft.round}
        />
        <FormActions>
          <Button component={Link} to={paths.projects} variant="subtle" color="gray">
            {text("action.cancel")}
          </Button>
          <Button type="submit" variant="filled" loading={form.sending} disabled={stale || project.archived}>
            {text("action.save")}
          </Button>
        </FormActions>
      </Form>
      <DraftGuard dirty={changedFields(began, form.values).length > 0 && !saved} onDiscard={form.draft.forget} />
    </div>
  );
}
