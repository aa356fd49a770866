import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useParams } from "react-router-dom";
import {
  type FieldSettings,
  listFieldsOfOtherProjects,
  listProjectFields,
  useProjectField as shareFieldEndpoint,
} from "../../../shared/work/fields/fields.contract";
import { readProject } from "../../../shared/work/projects/projects.contract";
import { useFormat, useText } from "../../platform/intl/useText";
import { useAction, useEndpoint } from "../../platform/query";
import { useScreenTitle } from "../../platform/screen-title";
import { Picker } from "../../ui/fields/Picker";
import { PageHead } from "../../ui/PageHead";
import { ListLoading } from "../../ui/records/ListBody";
import { SidePanel } from "../../ui/records/SidePanel";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { useFollowProjects } from "../projects/useFollowProjects";
import { FieldForm } from "./FieldForm";
import { FieldKindDialog } from "./FieldKindDialog";
import { FieldList, RemovedFields } from "./FieldList";
import { FieldKindIcon } from "./field-kinds";
import classes from "./fields.module.css";

type OpenField = FieldSettings | "new" | null;

export function ProjectFieldsPage() {
  const id = Number(useParams().id);
  return <ProjectFields key={id} projectId={id} />;
}

function ProjectFields({ projectId: id }: { projectId: number }) {
  const text = useText();
  const project = useEndpoint(readProject, { params: { id } }).data?.data;
  const query = useEndpoint(listProjectFields, { params: { id } });
  const [open, setOpen] = useState<OpenField>(null);
  const [convertedId, setConvertedId] = useState<number | null>(null);
  useFollowProjects(project && [project]);
  useScreenTitle(project?.title);
  const convertedField = query.data?.data.fields.find((field) => field.id === convertedId);
  const mayEdit = query.data?.data.can.edit ?? false;
  return (
    <>
      <PageHead title={text("title.projectFields")} sub={project?.title}>
        {mayEdit && <FieldsOfOtherProjects projectId={id} />}
        {mayEdit && (
          <Button
            variant="filled"
            leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
            onClick={() => setOpen("new")}
          >
            {text("projectField.new")}
          </Button>
        )}
      </PageHead>
      <QueryBoundary query={query} loading={<ListLoading />} failed={text("projectField.notLoaded")}>
        {({ data: { fields, removed } }) => (
          <div className={classes.page}>
            <FieldList
              projectId={id}
              fields={fields}
              mayEdit={mayEdit}
              onEdit={setOpen}
              onChangeKind={setConvertedId}
            />
            <RemovedFields heading="projectField.bin" projectId={id} removed={removed} mayEdit={mayEdit} />
          </div>
        )}
      </QueryBoundary>
      {convertedField && <FieldKindDialog projectId={id} field={convertedField} onClose={() => setConvertedId(null)} />}
      <SidePanel
        opened={open !== null}
        title={text(open === "new" ? "projectField.new" : "projectField.edit")}
        onClose={() => setOpen(null)}
      >
        {open && (
          <FieldForm
            projectId={id}
            columns={query.data?.data.columns ?? []}
            field={open === "new" ? null : open}
            currentUse={query.data?.data.fields.find((field) => open !== "new" && field.id === open.id)}
            onClose={() => setOpen(null)}
          />
        )}
      </SidePanel>
    </>
  );
}

/** Offers the fields of other projects; nothing if there are none. */
function FieldsOfOtherProjects({ projectId }: { projectId: number }) {
  const text = useText();
  const { list } = useFormat();
  const choices = useEndpoint(listFieldsOfOtherProjects, { params: { id: projectId } }).data?.data ?? [];
  const share = useAction(shareFieldEndpoint);
  if (choices.length === 0) return null;
  return (
    <Picker
      options={choices.map(({ id, title, kind, projects }) => ({
        value: String(id),
        label: title,
        icon: <FieldKindIcon kind={kind} />,
        note: list(projects.map((project) => project.title)),
      }))}
      chosen={[]}
      onPick={(value) => share.mutate({ params: { id: projectId, field_id: Number(value) } })}
      searchLabel={text("projectField.fromOther")}
    >
      {(button) => (
        <Button variant="default" {...button}>
          {text("projectField.fromOther")}
        </Button>
      )}
    </Picker>
  );
}
