import { ActionIcon, Button, SegmentedControl } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { Suspense, useState } from "react";
import { Link, useParams } from "react-router-dom";
import { editableProject, listProjects, readProject } from "../../../shared/work/projects/projects.contract";
import { lazyScreenPart } from "../../ui/states/chunks";
import { paths } from "../../platform/paths";
import { useScreenTitle } from "../../platform/screen-title";
import { useText } from "../../platform/intl/useText";
import { ProblemError } from "../../platform/problem-error";
import { queryKeyOf, queryClient, progressOptions, useEndpoint } from "../../platform/query";
import { useCan } from "../../platform/session";
import { readStored, writeStored } from "../../platform/browser-storage";
import { EmptyState } from "../../ui/states/EmptyState";
import { PageHead } from "../../ui/PageHead";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { useFollowProjects } from "./useFollowProjects";
import {
  FromOtherProgram,
  FromTemplate,
  projectsQueryOptions,
  NewProject,
  ProjectList,
  type ProjectsView,
} from "./list/ProjectList";
import { ProjectsLoading } from "./list/ProjectsLoading";

const ProjectCreate = lazyScreenPart(async () => (await import("./ProjectCreate")).ProjectCreate);
const ProjectEdit = lazyScreenPart(async () => (await import("./ProjectEdit")).ProjectEdit);
const ProjectView = lazyScreenPart(async () => (await import("./ProjectView")).ProjectView);

const viewKey = "portal.projects-view";

export function ProjectsPage() {
  const text = useText();
  const can = useCan();
  const [view, setView] = useState<ProjectsView>(() => (readStored(viewKey) === "table" ? "table" : "cards"));
  const query = useEndpoint(listProjects, {}, projectsQueryOptions);
  useFollowProjects(query.data?.data);
  const remember = (next: ProjectsView) => {
    setView(next);
    writeStored(viewKey, next);
  };
  return (
    <>
      <PageHead title={text("title.projects")}>
        <SegmentedControl
          aria-label={text("projects.layout")}
          value={view}
          onChange={(next) => remember(next as ProjectsView)}
          data={[
            { value: "cards", label: text("projects.layout.cards") },
            { value: "table", label: text("projects.layout.table") },
          ]}
        />
        {(can("project-delete") || query.data?.data.some((project) => project.can.delete)) && (
          <ActionIcon
            component={Link}
            to={paths.deletedProjects}
            size={36}
            aria-label={text("title.deletedProjects")}
            title={text("title.deletedProjects")}
          >
            <IconTrash size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        )}
        {/* Without any project, the empty state has its own button. */}
        {can("project-create") && query.data?.data.length !== 0 && <FromTemplate />}
        {can("project-create") && query.data?.data.length !== 0 && <NewProject />}
      </PageHead>
      <QueryBoundary query={query} loading={<ProjectsLoading view={view} />} failed={text("projects.notLoaded")}>
        {({ data }) => <ProjectList projects={data} view={view} />}
      </QueryBoundary>
    </>
  );
}

export function ProjectCreatePage() {
  const text = useText();
  return (
    <>
      <PageHead title={text("title.projectCreate")}>
        <FromTemplate />
        <FromOtherProgram />
      </PageHead>
      <Suspense>
        <ProjectCreate />
      </Suspense>
    </>
  );
}

/** An address without a number gives NaN, and the server returns 404. */
const useProjectId = () => Number(useParams().id);

const isGone = (error: Error | null) => error instanceof ProblemError && [403, 404].includes(error.status);

function Gone() {
  const text = useText();
  return (
    <EmptyState
      title={text("projects.gone")}
      text={text("projects.gone.why")}
      action={
        <Button component={Link} to={paths.projects}>
          {text("dashboard.openProjects")}
        </Button>
      }
    />
  );
}

export function ProjectEditPage() {
  const text = useText();
  const id = useProjectId();
  const query = useEndpoint(editableProject, { params: { id } });
  useFollowProjects(query.data && [query.data.data]);
  useScreenTitle(query.data?.data.title);
  return (
    <>
      <PageHead title={text("title.projectEdit")} />
      <QueryBoundary query={query} failed={text("projects.notLoaded.one")}>
        {({ data }) =>
          isGone(query.error) ? (
            <Gone />
          ) : (
            <Suspense>
              <ProjectEdit
                key={data.id}
                project={data}
                onStale={(now) => queryClient.setQueryData(queryKeyOf(editableProject, { id }, {}), { data: now })}
              />
            </Suspense>
          )
        }
      </QueryBoundary>
    </>
  );
}

export function ProjectViewPage() {
  const text = useText();
  const query = useEndpoint(readProject, { params: { id: useProjectId() } }, progressOptions);
  useFollowProjects(query.data && [query.data.data]);
  useScreenTitle(query.data?.data.title);
  return (
    <QueryBoundary query={query} failed={text("projects.notLoaded.one")}>
      {({ data }) =>
        isGone(query.error) ? (
          <Gone />
        ) : (
          <Suspense>
            <ProjectView project={data} />
          </Suspense>
        )
      }
    </QueryBoundary>
  );
}
