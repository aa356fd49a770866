import { Button } from "@mantine/core";
import { IconAlertTriangle, IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { Navigate, useParams } from "react-router-dom";
import {
  type ProjectExportSummary,
  readProjectExport,
} from "../../../shared/work/project-export/project-export.contract";
import { readProject } from "../../../shared/work/projects/projects.contract";
import { parseIdParam } from "../../platform/address/useAddress";
import { download } from "../../platform/download";
import { useText } from "../../platform/intl/useText";
import { paths } from "../../platform/paths";
import { useEndpoint } from "../../platform/query";
import { useScreenTitle } from "../../platform/screen-title";
import { PageHead } from "../../ui/PageHead";
import { Panel } from "../../ui/Panel";
import { ListLoading } from "../../ui/records/ListBody";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { useFileSize } from "../attachments/useFileSize";
import classes from "./project-export.module.css";

export function ProjectExportPage() {
  const projectId = parseIdParam(useParams().id);
  if (projectId === null) return <Navigate to={paths.notFound} replace />;
  return <ProjectExport key={projectId} projectId={projectId} />;
}

/** Contents of the export, parts that it leaves out, and the ZIP. */
function ProjectExport({ projectId }: { projectId: number }) {
  const text = useText();
  const project = useEndpoint(readProject, { params: { id: projectId } }).data?.data;
  const summary = useEndpoint(readProjectExport, { params: { id: projectId } });
  const [isSaving, setIsSaving] = useState(false);
  useScreenTitle(project?.title);
  const save = async () => {
    setIsSaving(true);
    await download(readProjectExport, `/project/${projectId}/export/file`);
    setIsSaving(false);
  };
  return (
    <>
      <PageHead title={text("title.projectExport")} sub={project?.title} />
      <QueryBoundary query={summary} loading={<ListLoading />} failed={text("projectExport.failed")}>
        {({ data }) => (
          <div className={classes.page}>
            <ExportContent summary={data} />
            <OmittedContent omitted={data.omitted} />
            <Button
              variant="filled"
              className={classes.save}
              loading={isSaving}
              leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
              onClick={() => void save()}
            >
              {text("projectExport.save")}
            </Button>
          </div>
        )}
      </QueryBoundary>
    </>
  );
}

function ExportContent({ summary }: { summary: ProjectExportSummary }) {
  const text = useText();
  const sizeOf = useFileSize();
  const { task_count, file_count, file_bytes, view_count, template_count, series_count, is_importable } = summary;
  return (
    <Panel title={text("projectExport.content")} padded>
      <p>{text("projectExport.why")}</p>
      <ul className={classes.counts}>
        <li>{text("projectImport.count.tasks", { count: task_count })}</li>
        {file_count > 0 && (
          <li>{text("projectExport.count.files", { count: file_count, size: sizeOf(file_bytes) })}</li>
        )}
        {view_count > 0 && <li>{text("projectImport.count.views", { count: view_count })}</li>}
        {template_count > 0 && <li>{text("projectImport.count.task_templates", { count: template_count })}</li>}
        {series_count > 0 && <li>{text("projectExport.count.series", { count: series_count })}</li>}
      </ul>
      {!is_importable && (
        <p className={classes.warning}>
          <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
          {text("projectExport.tooLarge")}
        </p>
      )}
    </Panel>
  );
}

function OmittedContent({ omitted }: Pick<ProjectExportSummary, "omitted">) {
  const text = useText();
  return (
    <Panel title={text("projectExport.omitted")} padded>
      <ul className={classes.omitted}>
        <li>{text("projectExport.omitted.history")}</li>
        {omitted.map(({ kind, count }) => (
          <li key={kind}>{text(`projectExport.omitted.${kind}`, { count })}</li>
        ))}
      </ul>
    </Panel>
  );
}
