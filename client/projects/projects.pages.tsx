import { Button, SegmentedControl } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { Suspense, useState } from "react";
import { Link, useParams } from "react-router-dom";
import { editableProject, listProjects, singleProject } from "../../shared/projects/projects.contract";
import { lazyPart } from "../ui/states/chunks";
import { paths } from "../platform/paths";
import { useScreenTitle } from "../platform/screen-title";
import { useText } from "../platform/intl/useText";
import { ProblemError } from "../platform/problem-error";
import { cacheMs, keyOf, queryClient, showsProgress, useEndpoint } from "../platform/query";
import { useCan } from "../platform/session";
import { readStored, storedKeys, writeStored } from "../platform/stored";
import { useAddress } from "../platform/address/useAddress";
import { EmptyState } from "../ui/states/EmptyState";
import { PageHead } from "../ui/PageHead";
import { QueryBoundary } from "../ui/states/QueryBoundary";
import { ArchivedProjects } from "./ArchivedProjects";
import { useFollowProjects } from "./useFollowProjects";
import { ProjectCard } from "./ProjectCard";
import { ProjectFilters } from "./ProjectFilters";
import type { Project } from "../../shared/projects/projects.contract";
import { isFiltering, type ProjectFilter, readFilter, shownProjects, writeFilter } from "./project-list";
import { ProjectsDrawing } from "./ProjectsDrawing";
import { ProjectsLoading } from "./ProjectsLoading";
import { ProjectTable } from "./ProjectTable";
import cards from "./ProjectCard.module.css";
import classes from "./projects.module.css";

const ProjectCreate = lazyPart(async () => (await import("./ProjectCreate")).ProjectCreate);
const ProjectEdit = lazyPart(async () => (await import("./ProjectEdit")).ProjectEdit);
const ProjectView = lazyPart(async () => (await import("./ProjectView")).ProjectView);

type View = "cards" | "table";
const viewKey = "portal.projects-view";
const kept = { staleTime: cacheMs, ...showsProgress };

export function ProjectsPage() {
  const text = useText();
  const can = useCan();
  const [view, setView] = useState<View>(() => (readStored(viewKey) === "table" ? "table" : "cards"));
  const query = useEndpoint(listProjects, {}, kept);
  useFollowProjects(query.data?.data);
  const remember = (next: View) => {
    setView(next);
    writeStored(viewKey, next);
  };
  return (
    <>
      <PageHead title={text("title.projects")}>
        <SegmentedControl
          aria-label={text("projects.layout")}
          value={view}
          onChange={(next) => remember(next as View)}
          data={[
            { value: "cards", label: text("projects.layout.cards") },
            { value: "table", label: text("projects.layout.table") },
          ]}
        />
        {/* With no project at all, that is said with the button beside it. */}
        {can("project-create") && query.data?.data.length !== 0 && <NewProject />}
      </PageHead>
      <QueryBoundary query={query} loading={<ProjectsLoading view={view} />} failed={text("projects.notLoaded")}>
        {({ data }) => <Projects projects={data} view={view} />}
      </QueryBoundary>
    </>
  );
}

function NewProject() {
  const text = useText();
  return (
    <Button
      component={Link}
      to={paths.projectCreate}
      variant="filled"
      className={classes.new}
      leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
    >
      {text("projects.new")}
    </Button>
  );
}

function Projects({ projects, view }: { projects: Project[]; view: View }) {
  const text = useText();
  const [search, setSearch] = useAddress();
  const filter = readFilter(search);
  const theirs = useProjectsOf(filter.member);
  const change = (wanted: Partial<ProjectFilter>) =>
    setSearch((now) => writeFilter(now, wanted), { replace: true, preventScrollReset: true });
  // Whoever is chosen is named by the projects that they are in, if not by the others.
  const naming = [...projects, ...(theirs.data?.data ?? [])];
  return (
    <>
      {projects.length > 0 && <ProjectFilters projects={naming} filter={filter} onChange={change} />}
      <QueryBoundary query={theirs} loading={<ProjectsLoading view={view} />} failed={text("projects.notLoaded")}>
        {({ data }) => (
          <div className={classes.content}>
            {projects.length === 0 && <NoProjects />}
            {projects.length > 0 && (
              <Shown projects={shownProjects(data, filter, openedProjects())} view={view} onChange={change} />
            )}
            {!isFiltering(filter) && <ArchivedProjects />}
          </div>
        )}
      </QueryBoundary>
    </>
  );
}

/**
 * The projects that somebody is in, also where others are named first; all of them, as they are loaded, where nobody is chosen.
 * Events have the list read again whatever it was asked for.
 */
function useProjectsOf(member: number | null) {
  return useEndpoint(listProjects, member === null ? {} : { query: { member } }, kept);
}

interface ShownProps {
  projects: readonly Project[];
  view: View;
  onChange: (wanted: Partial<ProjectFilter>) => void;
}

function Shown({ projects, view, onChange }: ShownProps) {
  if (projects.length === 0)
    return <NothingFound onClear={() => onChange({ text: "", status: null, client: null, member: null })} />;
  if (view === "table") return <ProjectTable projects={projects} />;
  return (
    <ul className={cards.grid}>
      {projects.map((project) => (
        <li key={project.id} className={cards.cell}>
          <ProjectCard project={project} />
        </li>
      ))}
    </ul>
  );
}

function NoProjects() {
  const text = useText();
  const may = useCan()("project-create");
  return (
    <EmptyState
      drawing={<ProjectsDrawing />}
      title={text("projects.none")}
      text={text(may ? "projects.none.create" : "projects.none.wait")}
      action={may && <NewProject />}
    />
  );
}

function NothingFound({ onClear }: { onClear: () => void }) {
  const text = useText();
  return (
    <EmptyState
      title={text("projects.nothingFound")}
      text={text("projects.nothingFound.why")}
      action={<Button onClick={onClear}>{text("projects.filter.clear")}</Button>}
    />
  );
}

/** Ids of projects whose screens were open in this browser, the last one first. */
function openedProjects(): number[] {
  try {
    const ids: unknown = JSON.parse(readStored(storedKeys.recentProjects) ?? "[]");
    return Array.isArray(ids) ? ids.map(Number) : [];
  } catch {
    return [];
  }
}

export function ProjectCreatePage() {
  const text = useText();
  return (
    <>
      <PageHead title={text("title.projectCreate")} />
      <Suspense>
        <ProjectCreate />
      </Suspense>
    </>
  );
}

/** An address without a number leads to a project that doesn't exist. */
const useProjectId = () => Number(useParams().id);

/** It was there a moment ago: deleted, or one was taken off it. */
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
                onStale={(now) => queryClient.setQueryData(keyOf(editableProject, { id }, {}), { data: now })}
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
  const query = useEndpoint(singleProject, { params: { id: useProjectId() } }, showsProgress);
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
