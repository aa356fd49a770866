import { useState } from "react";
import { Navigate, useParams } from "react-router-dom";
import { listBin } from "../../../shared/work/bin/bin.contract";
import { type BinKind, binKinds } from "../../../shared/work/bin/bin.schema";
import { listProjectFields } from "../../../shared/work/fields/fields.contract";
import { readProject } from "../../../shared/work/projects/projects.contract";
import { parseIdParam } from "../../platform/address/useAddress";
import { useText } from "../../platform/intl/useText";
import { usePagedList } from "../../platform/pages";
import { paths } from "../../platform/paths";
import { useEndpoint } from "../../platform/query";
import { useScreenTitle } from "../../platform/screen-title";
import { FilterPicker } from "../../ui/fields/FilterPicker";
import { PageHead, Toolbar } from "../../ui/PageHead";
import { ListLoading } from "../../ui/records/ListBody";
import { EmptyState } from "../../ui/states/EmptyState";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { RemovedFields } from "../fields/FieldList";
import { useFollowProjects } from "../projects/useFollowProjects";
import { BinList } from "./BinList";
import { DeletedProjects } from "./DeletedProjects";
import classes from "./bin.module.css";

export const DeletedProjectsPage = DeletedProjects;

export function BinPage() {
  const projectId = parseIdParam(useParams().id);
  if (projectId === null) return <Navigate to={paths.notFound} replace />;
  return <Bin key={projectId} projectId={projectId} />;
}

const listedKinds = [...binKinds, "field"] as const;
type ListedKind = (typeof listedKinds)[number];

const isBinKind = (kind: ListedKind | null): kind is BinKind => kind !== null && kind !== "field";

/** Deleted tasks, columns, views and templates of a project, and its deleted fields, which the feature of the fields lists. */
function Bin({ projectId }: { projectId: number }) {
  const text = useText();
  const [kind, setKind] = useState<ListedKind | null>(null);
  const project = useEndpoint(readProject, { params: { id: projectId } }).data?.data;
  const bin = usePagedList(listBin, {
    params: { id: projectId },
    query: { per_page: 50, ...(isBinKind(kind) && { kind }) },
  });
  const fields = useEndpoint(listProjectFields, { params: { id: projectId } });
  useFollowProjects(project && [project]);
  useScreenTitle(project?.title);
  const listsFields = kind === null || kind === "field";
  const removed = (listsFields ? fields.data?.data.removed : undefined) ?? [];
  return (
    <>
      <PageHead title={text("title.bin")} sub={project?.title} />
      <Toolbar>
        <FilterPicker
          label={text("bin.kind")}
          value={kind && text(`bin.kind.${kind}`)}
          options={listedKinds.map((value) => ({ value, label: text(`bin.kind.${value}`) }))}
          chosen={kind ? [kind] : []}
          onPick={(picked) => setKind(picked === kind ? null : (picked as ListedKind))}
          width={200}
        />
      </Toolbar>
      <QueryBoundary query={bin} loading={<ListLoading />} failed={text("bin.failed")}>
        {({ rows, meta: { total } }) => {
          const entries = kind === "field" ? [] : rows;
          return (
            <div className={classes.page}>
              {entries.length === 0 && removed.length === 0 && (!listsFields || fields.data) && (
                <EmptyState
                  title={text(kind === null ? "bin.none" : "picker.nothing")}
                  text={kind === null && text("bin.none.why")}
                />
              )}
              <BinList
                entries={entries}
                total={total}
                isLoadingMore={bin.isFetchingNextPage}
                onLoadMore={bin.hasNextPage ? () => void bin.fetchNextPage() : undefined}
              />
              {listsFields && (
                <QueryBoundary query={fields} loading={<ListLoading />} failed={text("projectField.notLoaded")}>
                  {({ data: { can } }) => (
                    <RemovedFields
                      heading="title.projectFields"
                      projectId={projectId}
                      removed={removed}
                      mayEdit={can.edit}
                    />
                  )}
                </QueryBoundary>
              )}
            </div>
          );
        }}
      </QueryBoundary>
    </>
  );
}
