import { array, type InferType, object } from "yup";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, pathId, reply } from "../../kernel/fields";
import { boolean, string } from "../../kernel/schemas";
import { projectExportOmissions } from "./project-export.schema";

const exportSummaryReply = object({
  task_count: reply.number(),
  file_count: reply.number(),
  view_count: reply.number(),
  template_count: reply.number(),
  series_count: reply.number(),
  /** Size of all files together. */
  file_bytes: reply.number(),
  /** Whether the files fit into the largest ZIP that can be imported. */
  is_importable: boolean().required(),
  /** Parts of the project that the ZIP doesn't contain. */
  omitted: array(
    object({
      kind: string()
        .oneOf([...projectExportOmissions])
        .required(),
      count: reply.number(),
    }),
  )
    .max(projectExportOmissions.length)
    .required(),
});
export type ProjectExportSummary = InferType<typeof exportSummaryReply>;

/** The ZIP is at the same path with `/file`. */
export const readProjectExport = endpoint({
  method: "GET",
  path: "/project/:id/export",
  summary:
    "Returns what the export of a project contains and leaves out. Those who may edit the project may export it.",
  params: object({ id: pathId("project") }),
  reply: dataReply(exportSummaryReply),
});
