import { assignableUsers } from "../../../shared/work/projects/assignable.contract";
import { setProjectMembers, readProject } from "../../../shared/work/projects/projects.contract";
import { useFormat, useText } from "../../platform/intl/useText";
import { queryKeyOf, queryClient, setQuery, useAction, useEndpoint } from "../../platform/query";
import { Avatar } from "../../ui/signs/Avatar";
import { TruncatedName } from "../../ui/signs/TruncatedName";
import { Panel } from "../../ui/Panel";
import { FailedReads } from "../../ui/states/FailedReads";
import { MembersEditor } from "./MembersEditor";
import type { ProjectDetail } from "../../../shared/work/projects/projects.contract";
import type { MemberValue } from "./project-form";
import { toProjectValues } from "./project-form";
import classes from "./ProjectView.module.css";

export function ProjectMembers({ project }: { project: ProjectDetail }) {
  const text = useText();
  const { number } = useFormat();
  const { groups, project_members: members } = project;
  return (
    <>
      <Panel title={text("projects.column.members")} count={number(members.length)}>
        <div className={classes.members}>
          {project.can.members ? <Editable project={project} /> : <ReadOnly project={project} />}
        </div>
      </Panel>
      {groups.length > 0 && (
        <Panel title={text("projects.groups")} count={number(groups.length)}>
          <ul className={classes.groups}>
            {groups.map((group) => (
              <li key={group.id}>
                <span className="clip">
                  <TruncatedName>{group.title}</TruncatedName>
                </span>
                <span className={classes.size}>{text("projects.groupSize", { count: group.users.length })}</span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}

function Editable({ project }: { project: ProjectDetail }) {
  const query = useEndpoint(assignableUsers, {}, { staleTime: 60_000 });
  const { id } = project;
  const save = useAction(setProjectMembers, {
    onSuccess: (answer) => setQuery(queryClient, queryKeyOf(readProject, { id }, {}), answer, "reply"),
  });
  const pendingMembers = save.isPending ? (save.variables.body as { members: MemberValue[] }).members : null;
  const inIt = project.project_members.map(({ user }) => user);
  const people = [...new Map([...inIt, ...(query.data?.data.users ?? [])].map((one) => [one.id, one])).values()];
  return (
    <>
      <FailedReads reads={[query]} />
      <MembersEditor
        members={pendingMembers ?? toProjectValues(project).members}
        people={people}
        disabled={save.isPending}
        onChange={(members) =>
          save.mutate({ params: { id }, body: { members, base_members: toProjectValues(project).members } })
        }
      />
    </>
  );
}

function ReadOnly({ project }: { project: ProjectDetail }) {
  const text = useText();
  return (
    <ul className={classes.people}>
      {project.project_members.map(({ user, role }) => (
        <li key={user.id}>
          <Avatar person={user} size={28} hasVisibleName />
          <span className="clip">
            <TruncatedName>{user.fullname}</TruncatedName>
          </span>
          <span>{text(`projects.role.${role}`)}</span>
        </li>
      ))}
    </ul>
  );
}
