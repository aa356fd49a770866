import { Menu } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";
import type { ReplyOf } from "../../../shared/kernel/endpoint";
import { readProject } from "../../../shared/work/projects/projects.contract";
import {
  createProjectTemplate,
  listProjectTemplates,
  previewProjectTemplate,
  type TemplateSummary,
  updateProjectTemplate,
} from "../../../shared/work/templates/templates.contract";
import { updateTemplateSchema } from "../../../shared/work/templates/templates.schema";
import { parseIdParam, useAddress } from "../../platform/address/useAddress";
import { useFormat, useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { useCan } from "../../platform/session";
import { JoinedTexts } from "../../ui/JoinedTexts";
import { PageHead } from "../../ui/PageHead";
import tones from "../../ui/layout/tones.module.css";
import { ListLoading } from "../../ui/records/ListBody";
import { RecordForm } from "../../ui/records/RecordForm";
import { SidePanel } from "../../ui/records/SidePanel";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { DeletedTemplates } from "./DeletedTemplates";
import { SaveTemplateForm } from "./SaveTemplateForm";
import { TemplatePanel } from "./TemplateForm";
import { sourceParam, templateParam } from "./template-address";
import { TemplateMenu } from "./TemplateMenu";
import { useDeleteTemplate } from "./useTemplateActions";
import classes from "./templates.module.css";

const icon = { size: 16, stroke: 1.75, "aria-hidden": true } as const;

export function ProjectTemplatesPage() {
  const text = useText();
  const query = useEndpoint(listProjectTemplates, {}, { staleTime: 60 * 60_000 });
  const templates = query.data?.data ?? [];
  const [edited, setEdited] = useState<TemplateSummary | null>(null);
  const [search, setSearch] = useAddress();
  const sourceId = parseIdParam(search.get(sourceParam) ?? undefined);
  const code = search.get(templateParam);
  const setParam = (name: string, value: string | null) =>
    setSearch(
      (now) => {
        now.delete(sourceParam);
        now.delete(templateParam);
        if (value !== null) now.set(name, value);
        return now;
      },
      { replace: true },
    );
  const closePanel = () => setParam(templateParam, null);
  return (
    <>
      <PageHead title={text("title.projectTemplates")} />
      <QueryBoundary query={query} loading={<ListLoading />} failed={text("templates.notLoaded")}>
        {({ data }) => (
          <TemplateLists
            templates={data}
            onChoose={(template) => setParam(templateParam, template.code)}
            onEdit={setEdited}
          />
        )}
      </QueryBoundary>
      <SidePanel
        opened={code !== null}
        title={templates.find((template) => template.code === code)?.title ?? ""}
        onClose={closePanel}
      >
        {code !== null && <TemplatePanel code={code} onClose={closePanel} />}
      </SidePanel>
      <SidePanel opened={edited !== null} title={text("templates.edit")} onClose={() => setEdited(null)}>
        {edited && <TemplateTextsForm template={edited} onClose={() => setEdited(null)} />}
      </SidePanel>
      {sourceId !== null && <SavingPanel projectId={sourceId} list={query} onClose={closePanel} />}
    </>
  );
}

interface TemplateListProps {
  templates: readonly TemplateSummary[];
  onChoose: (template: TemplateSummary) => void;
  onEdit: (template: TemplateSummary) => void;
}

/** Templates of the organization, then those of the product. */
function TemplateLists({ templates, ...actions }: TemplateListProps) {
  const text = useText();
  const mayEdit = useCan()("project-edit");
  const own = templates.filter(({ id }) => id !== null);
  return (
    <div className={classes.lists}>
      <section aria-labelledby="own-templates">
        <h2 id="own-templates">{text("templates.own")}</h2>
        {own.length === 0 && <p className={tones.muted}>{text(mayEdit ? "templates.none.howTo" : "templates.none")}</p>}
        <TemplateList templates={own} {...actions} />
      </section>
      <section aria-labelledby="supplied-templates">
        <h2 id="supplied-templates">{text("templates.supplied")}</h2>
        <TemplateList templates={templates.filter(({ id }) => id === null)} {...actions} />
      </section>
      {mayEdit && <DeletedTemplates />}
    </div>
  );
}

function TemplateList({ templates, onChoose, onEdit }: TemplateListProps) {
  if (templates.length === 0) return null;
  return (
    <ul className={classes.grid}>
      {templates.map((template) => (
        <TemplateCard
          key={template.code}
          template={template}
          onChoose={() => onChoose(template)}
          onEdit={() => onEdit(template)}
        />
      ))}
    </ul>
  );
}

interface TemplateCardProps {
  template: TemplateSummary;
  onChoose: () => void;
  onEdit: () => void;
}

function TemplateCard({ template, onChoose, onEdit }: TemplateCardProps) {
  const text = useText();
  const { day: formatDay } = useFormat();
  const mayCreate = useCan()("project-create");
  const { title, description, columns, task_count, outdated_count, changed_at, changed_by } = template;
  return (
    <li className={classes.card}>
      <div className={classes.head}>
        <h3 className={classes.title}>
          {mayCreate ? (
            <button type="button" onClick={onChoose}>
              {title}
            </button>
          ) : (
            title
          )}
        </h3>
        {template.can.edit && <ProjectTemplateMenu template={template} onEdit={onEdit} />}
      </div>
      {description && (
        <p className={tones.muted}>
          <bdi>{description}</bdi>
        </p>
      )}
      <p className={tones.quietSmall}>
        <JoinedTexts texts={[text("templates.taskCount", { count: task_count }), ...columns]} />
      </p>
      {changed_at && (
        <p className={tones.quietSmall}>
          <JoinedTexts texts={[changed_by?.fullname, formatDay(changed_at, "medium")]} />
        </p>
      )}
      {outdated_count > 0 && (
        <p className={tones.quietSmall}>{text("templates.outdated", { count: outdated_count })}</p>
      )}
    </li>
  );
}

function ProjectTemplateMenu({ template, onEdit }: Pick<TemplateCardProps, "template" | "onEdit">) {
  const text = useText();
  const remove = useDeleteTemplate();
  const { id, title } = template;
  return (
    <TemplateMenu
      title={title}
      isDeleting={remove.isPending}
      onDelete={() => id !== null && remove.mutate({ params: { id } })}
    >
      <Menu.Item leftSection={<IconPencil {...icon} />} onClick={onEdit}>
        {text("templates.edit")}
      </Menu.Item>
    </TemplateMenu>
  );
}

function TemplateTextsForm({ template, onClose }: { template: TemplateSummary; onClose: () => void }) {
  return (
    <RecordForm
      schema={updateTemplateSchema}
      record={{ ...template, id: template.id as number, version: template.version as number }}
      create={createProjectTemplate}
      update={updateProjectTemplate}
      clearable={["description", "day_title"]}
      onClose={onClose}
      fields={{
        title: "templates.title",
        description: { label: "templates.description", type: "paragraphs" },
        day_title: { label: "templates.dayTitle", description: "templates.dayTitle.why" },
      }}
    />
  );
}

interface SavingPanelProps {
  projectId: number;
  /** The templates of the organization. */
  list: UseQueryResult<ReplyOf<typeof listProjectTemplates>, Error>;
  onClose: () => void;
}

function SavingPanel({ projectId, list, onClose }: SavingPanelProps) {
  const text = useText();
  const project = useEndpoint(readProject, { params: { id: projectId } });
  const preview = useEndpoint(previewProjectTemplate, { params: { id: projectId } });
  const title = project.data?.data.title;
  return (
    <SidePanel
      opened
      title={title === undefined ? text("templates.saveAs") : text("templates.saveAs.title", { title })}
      onClose={onClose}
    >
      <QueryBoundary query={preview} loading={<ListLoading />} failed={text("templates.notFound")}>
        {({ data }) => (
          <QueryBoundary query={project} loading={<ListLoading />} failed={text("projects.notLoaded.one")}>
            {(projectReply) => (
              <QueryBoundary query={list} loading={<ListLoading />} failed={text("templates.notLoaded")}>
                {({ data: templates }) => (
                  <SaveTemplateForm
                    project={{ id: projectId, title: projectReply.data.title }}
                    preview={data}
                    templates={templates.filter(({ can }) => can.edit)}
                    onClose={onClose}
                  />
                )}
              </QueryBoundary>
            )}
          </QueryBoundary>
        )}
      </QueryBoundary>
    </SidePanel>
  );
}
