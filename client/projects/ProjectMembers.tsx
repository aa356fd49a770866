import { assignableUsers } from "../../shared/projects/assignable.contract";
import { setProjectMembers, singleProject } from "../../shared/projects/projects.contract";
import { useFormat, useText } from "../platform/intl/useText";
import { keyOf, queryClient, showAnswer, useAction, useEndpoint } from "../platform/query";
import { Avatar } from "../ui/signs/Avatar";
import { Clip } from "../ui/signs/Clip";
import { Panel } from "../ui/Panel";
import { MembersEditor } from "./MembersEditor";
import type { ProjectDetail } from "../../shared/projects/projects.contract";
import type { MemberValue } from "./project-form";
import { valuesOf } from "./project-form";
import classes from "./ProjectView.module.css";

/** Who is in it: changed in place by who may, and as others change it. */
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
                  <Clip>{group.title}</Clip>
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
  const { data } = useEndpoint(assignableUsers, {}, { staleTime: 60_000 });
  const { id } = project;
  const save = useAction(setProjectMembers, {
    onSuccess: (answer) => showAnswer(queryClient, keyOf(singleProject, { id }, {}), answer),
  });
  // What was asked for is shown until the server has answered; what is refused is gone by itself.
  const pendingMembers = save.isPending ? (save.variables.body as { members: MemberValue[] }).members : null;
  const inIt = project.project_members.map(({ user }) => user);
  const people = [...new Map([...inIt, ...(data?.data.users ?? [])].map((one) => [one.id, one])).values()];
  return (
    <MembersEditor
      members={pendingMembers ?? valuesOf(project).members}
      people={people}
      disabled={save.isPending}
      onChange={(members) => save.mutate({ params: { id }, body: { members } })}
    />
  );
}

function ReadOnly({ project }: { project: ProjectDetail }) {
  const text = useText();
  return (
    <ul className={classes.people}>
      {project.project_members.map(({ user, role }) => (
        <li key={user.id}>
          <Avatar person={user} size={28} named />
          <span className="clip">
            <Clip>{user.fullname}</Clip>
          </span>
          <span>{text(`projects.role.${role}`)}</span>
        </li>
      ))}
    </ul>
  );
}
