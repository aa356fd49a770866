import { Menu } from "@mantine/core";
import { IconCopyPlus, IconPencil } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "react-router-dom";
import type { ReplyOf } from "../../../shared/kernel/endpoint";
import { readProject } from "../../../shared/work/projects/projects.contract";
import { readTask } from "../../../shared/work/tasks/task-detail.contract";
import {
  createTaskTemplate,
  listPeopleForTaskTemplate,
  listTaskTemplates,
  type TaskTemplate,
  updateTaskTemplate,
} from "../../../shared/work/templates/task-templates.contract";
import { updateTaskTemplateSchema } from "../../../shared/work/templates/task-templates.schema";
import { parseIdParam, useAddress } from "../../platform/address/useAddress";
import { useFormat, useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { useScreenTitle } from "../../platform/screen-title";
import { JoinedTexts } from "../../ui/JoinedTexts";
import { PageHead } from "../../ui/PageHead";
import tones from "../../ui/layout/tones.module.css";
import { ListLoading } from "../../ui/records/ListBody";
import { RecordForm } from "../../ui/records/RecordForm";
import { SidePanel } from "../../ui/records/SidePanel";
import { ErrorState } from "../../ui/states/ErrorState";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { useFollowProjects } from "../projects/useFollowProjects";
import { useCreatableProjectIds } from "../tasks/create/new-task";
import { useProjectChoices } from "../tasks/create/useProjectChoices";
import { DefaultsPanel } from "./DefaultsPanel";
import { SaveTaskTemplateForm } from "./SaveTaskTemplateForm";
import { TaskTemplateForm } from "./TaskTemplateForm";
import { columnParam, savedTaskParam } from "./template-address";
import { TemplateMenu } from "./TemplateMenu";
import { useDeleteTaskTemplate } from "./useTemplateActions";
import classes from "./templates.module.css";

const icon = { size: 16, stroke: 1.75, "aria-hidden": true } as const;

export function TaskTemplatesPage() {
  const id = Number(useParams().id);
  return <TaskTemplates key={id} projectId={id} />;
}

function TaskTemplates({ projectId: id }: { projectId: number }) {
  const text = useText();
  const project = useEndpoint(readProject, { params: { id } }).data?.data;
  const query = useEndpoint(listTaskTemplates, { params: { id } });
  const [chosen, setChosen] = useState<TaskTemplate | null>(null);
  const [edited, setEdited] = useState<TaskTemplate | null>(null);
  const [assignedId, setAssignedId] = useState<number | null>(null);
  const assigned = query.data?.data.templates.find((template) => template.id === assignedId);
  const [search, setSearch] = useAddress();
  const taskId = parseIdParam(search.get(savedTaskParam) ?? undefined);
  const columnId = parseIdParam(search.get(columnParam) ?? undefined);
  useFollowProjects(project && [project]);
  useScreenTitle(project?.title);
  const closeSaving = () =>
    setSearch(
      (now) => {
        now.delete(savedTaskParam);
        return now;
      },
      { replace: true },
    );
  const choose = useCreatableProjectIds().has(id) ? setChosen : undefined;
  return (
    <>
      <PageHead title={text("title.taskTemplates")} sub={project?.title} />
      <QueryBoundary query={query} loading={<ListLoading />} failed={text("templates.notLoaded")}>
        {({ data: { templates, can } }) => (
          <div className={classes.lists}>
            {templates.length === 0 ? (
              <p className={tones.muted}>{text(can.edit ? "taskTemplates.none.howTo" : "templates.none")}</p>
            ) : (
              <ul className={classes.grid}>
                {templates.map((template) => (
                  <TaskTemplateCard
                    key={template.id}
                    template={template}
                    onChoose={choose && (() => choose(template))}
                    onEdit={can.edit ? () => setEdited(template) : undefined}
                    onAssign={() => setAssignedId(template.id)}
                  />
                ))}
              </ul>
            )}
          </div>
        )}
      </QueryBoundary>
      <SidePanel opened={chosen !== null} title={chosen?.title ?? ""} onClose={() => setChosen(null)}>
        {chosen && <UsingPanel template={chosen} columnId={columnId} onClose={() => setChosen(null)} />}
      </SidePanel>
      <SidePanel opened={edited !== null} title={text("taskTemplates.rename")} onClose={() => setEdited(null)}>
        {edited && (
          <RecordForm
            schema={updateTaskTemplateSchema}
            record={edited}
            create={createTaskTemplate}
            update={updateTaskTemplate}
            onClose={() => setEdited(null)}
            fields={{ title: "templates.title" }}
          />
        )}
      </SidePanel>
      <SidePanel
        opened={assigned !== undefined}
        title={text("taskTemplates.defaults.of", { title: assigned?.title ?? "" })}
        onClose={() => setAssignedId(null)}
      >
        {assigned && <DefaultsPanel template={assigned} templates={query.data?.data.templates ?? []} />}
      </SidePanel>
      {taskId !== null && <SavingPanel taskId={taskId} list={query} onClose={closeSaving} />}
    </>
  );
}

interface TaskTemplateCardProps {
  template: TaskTemplate;
  onChoose: (() => void) | undefined;
  onEdit: (() => void) | undefined;
  /** Opens the choice of columns whose new tasks start from it. */
  onAssign: () => void;
}

function TaskTemplateCard({ template, onChoose, onEdit, onAssign }: TaskTemplateCardProps) {
  const text = useText();
  const { day: formatDay, list: formatList } = useFormat();
  const { title, task_title, subtasks, roles, changed_at, changed_by, earlier_task_count } = template;
  const { is_default, default_columns } = template;
  const facts = [
    subtasks.length > 0 ? text("taskTemplates.subtaskCount", { count: subtasks.length }) : null,
    ...roles.map((role) => role.title),
  ];
  return (
    <li className={classes.card}>
      <div className={classes.head}>
        <h2 className={classes.title}>
          {onChoose ? (
            <button type="button" onClick={onChoose}>
              {title}
            </button>
          ) : (
            title
          )}
        </h2>
        {onEdit && <TaskTemplateMenu template={template} onEdit={onEdit} onAssign={onAssign} />}
      </div>
      {task_title !== title && <p className={tones.muted}>{task_title}</p>}
      {facts.some(Boolean) && (
        <p className={tones.quietSmall}>
          <JoinedTexts texts={facts} />
        </p>
      )}
      {is_default && <p>{text("taskTemplates.isDefault")}</p>}
      {default_columns.length > 0 && (
        <p>
          {text("taskTemplates.isDefaultOf", { columns: formatList(default_columns.map((column) => column.title)) })}
        </p>
      )}
      <p className={tones.quietSmall}>
        <JoinedTexts texts={[changed_by?.fullname, formatDay(changed_at, "medium")]} />
      </p>
      {earlier_task_count > 0 && (
        <p className={tones.quietSmall}>{text("taskTemplates.earlierTasks", { count: earlier_task_count })}</p>
      )}
    </li>
  );
}

interface TaskTemplateMenuProps {
  template: TaskTemplate;
  onEdit: () => void;
  onAssign: () => void;
}

function TaskTemplateMenu({ template, onEdit, onAssign }: TaskTemplateMenuProps) {
  const text = useText();
  const remove = useDeleteTaskTemplate();
  const { id, title } = template;
  return (
    <TemplateMenu title={title} isDeleting={remove.isPending} onDelete={() => remove.mutate({ params: { id } })}>
      <Menu.Item leftSection={<IconPencil {...icon} />} onClick={onEdit}>
        {text("taskTemplates.rename")}
      </Menu.Item>
      <Menu.Item leftSection={<IconCopyPlus {...icon} />} onClick={onAssign}>
        {text("taskTemplates.defaults")}
      </Menu.Item>
    </TemplateMenu>
  );
}

interface UsingPanelProps {
  template: TaskTemplate;
  columnId: number | null;
  onClose: () => void;
}

/** Reads the columns and people of the project for the form. */
function UsingPanel({ template, columnId, onClose }: UsingPanelProps) {
  const choices = useProjectChoices(template.project_id);
  if (choices.isLoading) return <ListLoading />;
  if (choices.failure) return <ErrorState {...choices.failure} />;
  return <TaskTemplateForm template={template} choices={choices} columnId={columnId} onClose={onClose} />;
}

interface SavingPanelProps {
  taskId: number;
  /** The templates of the project. */
  list: UseQueryResult<ReplyOf<typeof listTaskTemplates>, Error>;
  onClose: () => void;
}

function SavingPanel({ taskId, list, onClose }: SavingPanelProps) {
  const text = useText();
  const people = useEndpoint(listPeopleForTaskTemplate, { params: { id: taskId } });
  const task = useEndpoint(readTask, { params: { id: taskId } });
  const title = task.data?.data.title;
  return (
    <SidePanel
      opened
      title={title === undefined ? text("templates.saveAs") : text("templates.saveAs.title", { title })}
      onClose={onClose}
    >
      <QueryBoundary query={task} loading={<ListLoading />} failed={text("taskTemplates.taskNotLoaded")}>
        {({ data }) => (
          <QueryBoundary query={people} loading={<ListLoading />}>
            {({ data: peopleOfTask }) => (
              <QueryBoundary query={list} loading={<ListLoading />} failed={text("templates.notLoaded")}>
                {({ data: { templates } }) => (
                  <SaveTaskTemplateForm task={data} people={peopleOfTask} templates={templates} onClose={onClose} />
                )}
              </QueryBoundary>
            )}
          </QueryBoundary>
        )}
      </QueryBoundary>
    </SidePanel>
  );
}
