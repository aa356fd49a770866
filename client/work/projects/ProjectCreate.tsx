import { Button } from "@mantine/core";
import { Link } from "react-router-dom";
import { codeFromTitle, freeCode } from "../../../shared/work/projects/projects.code.rules";
import { createProject, listProjects } from "../../../shared/work/projects/projects.contract";
import { createProjectSchema } from "../../../shared/work/projects/projects.schema";
import { paths } from "../../platform/paths";
import { call } from "../../platform/api";
import { useText } from "../../platform/intl/useText";
import { cacheMs, useEndpoint } from "../../platform/query";
import { useCurrentUser } from "../../platform/session";
import { DraftGuard } from "../../ui/form/DraftGuard";
import { Form } from "../../ui/form/Form";
import { FormActions } from "../../ui/form/FormActions";
import { useForm } from "../../ui/form/form";
import { createBody, emptyProject, type ProjectValues } from "./project-form";
import { recordOpened } from "./recently-opened";
import { ProjectFields } from "./ProjectFields";
import { useReturnAfterSave } from "./useReturnAfterSave";
import classes from "./ProjectForm.module.css";

export function ProjectCreate() {
  const text = useText();
  const me = useCurrentUser();
  const { saved, finish } = useReturnAfterSave();
  const { data } = useEndpoint(listProjects, {}, { staleTime: cacheMs });
  const form = useForm(createProjectSchema, {
    draft: { storageKey: "project:new" },
    initialValues: emptyProject(me.id),
    onSubmit: async (values, { idempotencyKey }) => {
      const body = createBody(values as unknown as ProjectValues);
      const { data: createdProject, message } = await call(createProject, { body, idempotencyKey });
      recordOpened({ kind: "board", id: createdProject.id });
      await finish(createdProject.id, message);
    },
  });

  const usedCodes = new Set(data?.data.map(({ code }) => code));
  const suggested = form.values.title.trim() ? freeCode(codeFromTitle(form.values.title), usedCodes) : undefined;
  return (
    <div className={classes.page}>
      <Form form={form}>
        <ProjectFields form={form} suggestedCode={suggested} makerId={me.id} withMembers started={form.draft.round} />
        <FormActions>
          <Button component={Link} to={paths.projects} variant="subtle" color="gray">
            {text("action.cancel")}
          </Button>
          <Button type="submit" variant="filled" loading={form.sending}>
            {text("projectForm.create")}
          </Button>
        </FormActions>
      </Form>
      <DraftGuard dirty={form.dirty && !saved} onDiscard={form.draft.forget} />
    </div>
  );
}
