import { useState } from "react";
import { listProjectTemplates, type ProjectTemplate } from "../../../shared/work/templates/templates.contract";
import { useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { PageHead } from "../../ui/PageHead";
import { ListLoading } from "../../ui/records/ListBody";
import { SidePanel } from "../../ui/records/SidePanel";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import tones from "../../ui/layout/tones.module.css";
import { TemplateForm } from "./TemplateForm";
import classes from "./templates.module.css";

export function ProjectTemplatesPage() {
  const text = useText();
  const query = useEndpoint(listProjectTemplates, {}, { staleTime: 60 * 60_000 });
  const [chosen, setChosen] = useState<ProjectTemplate | null>(null);
  const close = () => setChosen(null);
  return (
    <>
      <PageHead title={text("title.projectTemplates")} />
      <QueryBoundary query={query} loading={<ListLoading />} failed={text("templates.notLoaded")}>
        {({ data }) => (
          <ul className={classes.grid}>
            {data.map((template) => (
              <TemplateCard key={template.code} template={template} onChoose={() => setChosen(template)} />
            ))}
          </ul>
        )}
      </QueryBoundary>
      <SidePanel opened={chosen !== null} title={chosen?.title ?? ""} onClose={close}>
        {chosen && <TemplateForm template={chosen} onClose={close} />}
      </SidePanel>
    </>
  );
}

function TemplateCard({ template, onChoose }: { template: ProjectTemplate; onChoose: () => void }) {
  const text = useText();
  const { title, description, columns, tasks } = template;
  return (
    <li className={classes.card}>
      <h2 className={classes.title}>
        <button type="button" onClick={onChoose}>
          {title}
        </button>
      </h2>
      <p className={tones.muted}>{description}</p>
      <p className={tones.quietSmall}>
        {[text("templates.taskCount", { count: tasks.length }), ...columns.map((column) => column.title)].join(" · ")}
      </p>
    </li>
  );
}
