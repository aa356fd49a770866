import { Button } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router-dom";
import { updateProject } from "../../shared/projects/projects.contract";
import { updateProjectSchema } from "../../shared/projects/projects.schema";
import { paths } from "../platform/paths";
import { call } from "../platform/api";
import { useText } from "../platform/intl/useText";
import { ProblemError } from "../platform/problem-error";
import { DraftGuard } from "../ui/form/DraftGuard";
import { Form } from "../ui/form/Form";
import { FormActions } from "../ui/form/FormActions";
import { useForm } from "../ui/form/form";
import { ClashNotice } from "./ClashNotice";
import type { ProjectDetail } from "../../shared/projects/projects.contract";
import { differing, rebased, updateBody, valuesOf } from "./project-form";
import { ProjectFields } from "./ProjectFields";
import { useSaved } from "./useSaved";
import classes from "./ProjectForm.module.css";

interface ProjectEditProps {
  /** As it stands now: read again when someone changes it. */
  project: ProjectDetail;
  /** The server said how it stands now. */
  onStale: (project: ProjectDetail) => void;
}

/**
 * What is typed is held against the state that the form began with (`base`). When somebody else saves meanwhile, both
 * are shown and one says whose counts; until then nothing of either is overwritten.
 */
export function ProjectEdit({ project, onStale }: ProjectEditProps) {
  const text = useText();
  const [base, setBase] = useState(project);
  const [started, setStarted] = useState(0);
  const { saved, finish } = useSaved();
  const form = useForm(updateProjectSchema, {
    initialValues: valuesOf(project),
    onSubmit: async (_, { idempotencyKey }) => {
      const body = { ...updateBody(valuesOf(base), form.values), version: base.version };
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

  const began = valuesOf(base);
  const now = valuesOf(project);
  const stale = !saved && differing(began, now).length > 0 && project.version >= base.version;
  const settle = (keep: "mine" | "theirs") => {
    const next = rebased(began, form.values, now, keep);
    for (const field of differing(form.values, next)) form.setValue(field, next[field]);
    setBase(project);
    setStarted(started + 1);
  };
  return (
    <div className={classes.page}>
      <Form form={stale ? { ...form, problem: null } : form}>
        {project.archived && <p className={classes.archived}>{text("projects.archived.readOnly")}</p>}
        {stale && <ClashNotice project={project} base={began} mine={form.values} now={now} onSettle={settle} />}
        <ProjectFields form={form} project={project} withMembers={project.can.members} started={started} />
        <FormActions>
          <Button component={Link} to={paths.projects} variant="subtle" color="gray">
            {text("action.cancel")}
          </Button>
          <Button type="submit" variant="filled" loading={form.sending} disabled={stale || project.archived}>
            {text("action.save")}
          </Button>
        </FormActions>
      </Form>
      <DraftGuard dirty={differing(began, form.values).length > 0 && !saved} />
    </div>
  );
}
