import { useMemo } from "react";
import { matchPath, useLocation, useNavigate } from "react-router-dom";
import { type ProjectDetail, readProject } from "../../../shared/work/projects/projects.contract";
import { parseIdParam } from "../../platform/address/useAddress";
import { useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { useCan, useCurrentUser } from "../../platform/session";
import { useCommands } from "../../ui/palette/palette";
import { projectPages } from "./projects.slots";

/** Commands of the palette that open the pages of the project in the address. */
export function ProjectCommands() {
  const { pathname } = useLocation();
  const projectId = parseIdParam(matchPath("/projects/:id/*", pathname)?.params.id);
  const can = useCan();
  return projectId !== null && can("project-view") ? <CommandsOf projectId={projectId} /> : null;
}

function CommandsOf({ projectId }: { projectId: number }) {
  const project = useEndpoint(readProject, { params: { id: projectId } }).data?.data;
  return project ? <PageCommands project={project} /> : null;
}

function PageCommands({ project }: { project: ProjectDetail }) {
  const text = useText();
  const navigate = useNavigate();
  const user = useCurrentUser();
  const group = useMemo(
    () => ({
      title: project.title,
      commands: projectPages.entries
        .filter(({ isOffered }) => isOffered?.(project, user) ?? true)
        .map(({ title, Icon, to }) => ({
          id: `project:${title}`,
          label: text(title),
          Icon,
          run: () => void navigate(to(project.id)),
        })),
    }),
    [navigate, project, text, user],
  );
  useCommands(group);
  return null;
}
