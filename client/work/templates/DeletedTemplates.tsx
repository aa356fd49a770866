import { IconTemplate } from "@tabler/icons-react";
import {
  type DeletedTemplate,
  listDeletedProjectTemplates,
  restoreProjectTemplate,
} from "../../../shared/work/templates/templates.contract";
import { useFormat, useText } from "../../platform/intl/useText";
import { useAction, useEndpoint } from "../../platform/query";
import { Panel } from "../../ui/Panel";
import { ErrorState } from "../../ui/states/ErrorState";
import { toast } from "../../ui/toast/toast";
import { BinRow } from "../bin/BinRow";
import bin from "../bin/bin.module.css";
import { refetchTemplates } from "./useTemplateActions";

/** Deleted templates of projects, which can be restored for 30 days; nothing while there are none. */
export function DeletedTemplates() {
  const text = useText();
  const { number } = useFormat();
  const query = useEndpoint(listDeletedProjectTemplates);
  if (query.isLoadingError)
    return (
      <Panel title={text("templates.deletedList")} padded>
        <ErrorState error={query.error} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      </Panel>
    );
  const templates = query.data?.data ?? [];
  if (templates.length === 0) return null;
  return (
    <Panel title={text("templates.deletedList")} count={number(templates.length)}>
      <ul className={bin.list}>
        {templates.map((template) => (
          <DeletedTemplateRow key={template.id} template={template} />
        ))}
      </ul>
    </Panel>
  );
}

function DeletedTemplateRow({ template }: { template: DeletedTemplate }) {
  const restore = useAction(restoreProjectTemplate, {
    onSuccess: ({ message }) => {
      void refetchTemplates();
      toast.done(message ?? "");
    },
  });
  return (
    <BinRow
      icon={<IconTemplate size={16} stroke={1.75} aria-hidden />}
      name={template.title}
      kind={null}
      deletion={{ ...template, deleted_by: null }}
      isRestoring={restore.isPending}
      onRestore={() => restore.mutate({ params: { id: template.id } })}
    />
  );
}
