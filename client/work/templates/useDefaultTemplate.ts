import { listTaskTemplates } from "../../../shared/work/templates/task-templates.contract";
import { useEndpoint } from "../../platform/query";
import type { DefaultTemplateSource } from "../tasks/tasks.slots";

export const defaultTemplateSource: DefaultTemplateSource = {
  useDefaultTemplate(projectId, columnId) {
    const query = useEndpoint(
      listTaskTemplates,
      { params: { id: projectId ?? 0 } },
      { enabled: projectId !== undefined, staleTime: 60_000 },
    );
    const templates = query.data?.data.templates ?? [];
    const ofColumn = templates.find(({ default_columns }) => default_columns.some(({ id }) => id === columnId));
    return {
      template: ofColumn ?? templates.find((template) => template.is_default) ?? null,
      isLoading: query.isLoading,
      failed: query.isLoadingError,
    };
  },
};
