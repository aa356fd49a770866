import { Link } from "react-router-dom";
import { listNews } from "../../../shared/communication/news/news.contract";
import { useFollowNews } from "../../communication/news/useFollowNews";
import { useText } from "../../platform/intl/useText";
import { paths } from "../../platform/paths";
import { useEndpoint } from "../../platform/query";
import { Panel } from "../../ui/Panel";
import { Avatar } from "../../ui/signs/Avatar";
import { RelativeTime } from "../../ui/signs/RelativeTime";
import { EmptyState } from "../../ui/states/EmptyState";
import { ErrorState } from "../../ui/states/ErrorState";
import { SkeletonRows } from "../../ui/states/Skeleton";
import linkRow from "../../ui/LinkRow.module.css";
import classes from "./dashboard.module.css";

const latest = 3;

export function NewsPanel() {
  const text = useText();
  const query = useEndpoint(listNews, { query: { per_page: latest } });
  const articles = query.data?.data;
  useFollowNews(articles);
  return (
    <Panel title={text("title.news")} end={<Link to={paths.news}>{text("news.back")}</Link>}>
      {query.isPending && <SkeletonRows rows={latest} height={56} />}
      {query.error && !articles && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {articles?.length === 0 && <EmptyState title={text("news.none")} text={text("news.none.why")} />}
      {articles && articles.length > 0 && (
        <ul className={classes.list}>
          {articles.map(({ id, title, author, published_at }) => (
            <li key={id} className={`${linkRow.row} ${classes.projectRow}`}>
              <Link to={paths.article(id)} className={`${linkRow.link} ${classes.name}`}>
                <bdi>{title}</bdi>
              </Link>
              <span className={classes.line}>
                <Avatar person={author} size={20} hasVisibleName />
                <bdi className={classes.standing}>{author.fullname}</bdi>
                {published_at && <RelativeTime at={published_at} className={classes.standing} />}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
