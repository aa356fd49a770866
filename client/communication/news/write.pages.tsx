import { useParams } from "react-router-dom";
import { readEditableNews } from "../../../shared/communication/news/news.contract";
import type { NewsDraft } from "../../../shared/communication/news/news.replies";
import { isLanguage } from "../../../shared/kernel/languages";
import { activeLanguage$ } from "../../platform/intl/language";
import { useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { useStore } from "../../platform/store";
import { Form } from "../../ui/form/Form";
import { StoredDraftNotice } from "../../ui/form/StoredDraftNotice";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { SkeletonRows } from "../../ui/states/Skeleton";
import { ArticleFiles } from "./ArticleFiles";
import { ArticleSettings } from "./ArticleSettings";
import { ArticleTexts } from "./ArticleTexts";
import { type DraftForm, emptyDraft, toDraftForm } from "./draft";
import { useArticleForm } from "./useArticleForm";
import classes from "./news.module.css";
import flow from "../../ui/layout/flow.module.css";

export function ArticleWritePage() {
  const { language } = useStore(activeLanguage$);
  return <Editor draft={null} initial={emptyDraft(isLanguage(language) ? language : "en")} />;
}

export function ArticleEditPage() {
  const text = useText();
  const query = useEndpoint(readEditableNews, { params: { id: Number(useParams().id) } }, { staleTime: 0 });
  return (
    <QueryBoundary query={query} loading={<SkeletonRows rows={6} height={48} />} failed={text("news.failed")}>
      {({ data }) => <Editor key={data.id} draft={data} initial={toDraftForm(data)} />}
    </QueryBoundary>
  );
}

function Editor({ draft, initial }: { draft: NewsDraft | null; initial: DraftForm }) {
  const text = useText();
  const article = useArticleForm(draft, initial);
  const { form, restored } = article;
  return (
    <div className={classes.page}>
      <div className={classes.top}>
        <h1 tabIndex={-1} data-page-title>
          {text(draft ? "news.edit" : "news.write")}
        </h1>
        <span className={flow.grow} />
      </div>
      <Form form={form}>
        {restored && <StoredDraftNotice at={restored.at} onDiscard={article.discard} />}
        <div className={classes.editor}>
          <div className={classes.fields}>
            <ArticleTexts article={article} />
            <ArticleFiles draft={draft} onSave={article.saveForFiles} />
          </div>
          <ArticleSettings article={article} />
        </div>
      </Form>
    </div>
  );
}
