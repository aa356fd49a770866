-- Roles, row-level security, text keys, tenants, the event log and files.

-- The two roles that the product logs in as own nothing and can't bypass row-level security: portal_app serves
-- requests within one tenant, portal_worker also finds pending work across tenants (see its policies). Other databases
-- of the same server may have created them already.
DO $$ BEGIN
  CREATE ROLE portal_app NOLOGIN NOSUPERUSER NOBYPASSRLS NOINHERIT;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$;
DO $$ BEGIN
  CREATE ROLE portal_worker NOLOGIN NOSUPERUSER NOBYPASSRLS NOINHERIT;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$;
DO $$ BEGIN EXECUTE format('GRANT portal_app, portal_worker TO %I', current_user); END $$;
GRANT USAGE ON SCHEMA public TO portal_app, portal_worker;
-- The readiness check compares the applied migrations with those of the code.
GRANT SELECT ON migration TO portal_app, portal_worker;

-- Exclusion constraints combine ids (=) with ranges (&&).
CREATE EXTENSION IF NOT EXISTS btree_gist;

-- The tenant of this transaction. Cached plans serve every tenant, so the planner must not see the current one's id: it
-- evaluates stable functions for its estimates, but never a comparison of rows.
CREATE FUNCTION current_tenant() RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE
  RETURN CASE WHEN ROW(0, 0) < ROW(0, 1) THEN NULLIF(current_setting('app.tenant_id', true), '')::bigint END;

-- The user who reads private rows (salaries, private details) in this transaction. Unset, none are visible.
CREATE FUNCTION current_reader() RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE
  RETURN NULLIF(current_setting('app.reader_id', true), '')::bigint;

-- The administrator who is viewing the product as another user; null otherwise.
CREATE FUNCTION current_viewer() RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE
  RETURN NULLIF(current_setting('app.viewer_id', true), '')::bigint;

-- Row-level security by tenant, called for each tenant's table. Without a current tenant, queries return no row and
-- inserts fail. n_distinct = 2 makes cached plans use indexes that begin with the tenant, even with few tenants.
CREATE PROCEDURE fence_tenant_table(name regclass) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', name);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', name);
  EXECUTE format('CREATE POLICY own_tenant ON %s USING (tenant_id = current_tenant()) WITH CHECK (tenant_id = current_tenant())', name);
  EXECUTE format('ALTER TABLE %s ALTER COLUMN tenant_id SET (n_distinct = 2)', name);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO portal_app', name);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO portal_worker', name);
END $$;

DO $$ BEGIN
  IF getdatabaseencoding() <> 'UTF8' THEN
    RAISE EXCEPTION 'The database is encoded in %. Names need UTF8: create it with ENCODING ''UTF8''.',
      getdatabaseencoding();
  END IF;
  IF NOT EXISTS (SELECT FROM pg_collation WHERE collname = 'und-x-icu') THEN
    RAISE EXCEPTION 'This PostgreSQL was built without ICU, which sorts names by language. Use one with ICU.';
  END IF;
END $$;

-- Sort orders of names per reader's language; numbers within names sort by value. ICU has no order for Sorani: it is
-- Arabic with ڕ after ر and the letters of Arabic keyboards next to their Sorani equivalents. Collation rules came with
-- PostgreSQL 16; older versions sort ڕ after ز.
CREATE COLLATION reader (provider = icu, locale = 'und-u-kn-true');
CREATE COLLATION reader_ar (provider = icu, locale = 'ar-u-kn-true');
CREATE COLLATION reader_ko (provider = icu, locale = 'ko-u-kn-true');
DO $$ BEGIN
  IF current_setting('server_version_num')::int >= 160000 THEN
    CREATE COLLATION reader_ckb (provider = icu, locale = 'ar', rules = '[numericOrdering on]&ر<ڕ&ک<<ك&ی<<ي<<ى&ه<<ھ');
  ELSE
    CREATE COLLATION reader_ckb (provider = icu, locale = 'ar-u-kn-true');
  END IF;
END $$;

-- Search key of a text: fold() of shared/kernel/text/fold.ts returns the same (tests/platform/fold.test.ts). Changing
-- it requires a migration that replaces the function and rebuilds the generated columns and indexes. lower() uses ICU,
-- because the lower() of a database with locale C handles ASCII only; older ICU versions lack the Georgian capitals.
CREATE FUNCTION fold(value text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE folded text;
BEGIN
  IF octet_length(value) = length(value) THEN
    folded := translate(lower(value COLLATE "C"), '''"`', '');
  ELSE
    folded := lower(normalize(translate(value, '´΄᾽᾿´῾˝', ''), NFKD) COLLATE "und-x-icu");
    folded := regexp_replace(folded, '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\U000e0000-\U000e01ef\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u08d3-\u08ff\u093c\u09bc\u0a3c\u0abc\u0b3c\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f\u0640''"`‘’‚‛“”„‟‹›«»′‵ʹʺʻʼʽʾʿˈˊˋ՚׳״ߴߵꞋꞌ「」『』〝〞〟]+', '', 'g');
    IF octet_length(folded) > length(folded) THEN
      IF folded ~ '[\u0660-\u0669\u06f0-\u06f9\u07c0-\u07c9\u0966-\u096f\u09e6-\u09ef\u0a66-\u0a6f\u0ae6-\u0aef\u0b66-\u0b6f\u0be6-\u0bef\u0c66-\u0c6f\u0ce6-\u0cef\u0d66-\u0d6f\u0de6-\u0def\u0e50-\u0e59\u0ed0-\u0ed9\u0f20-\u0f29\u1040-\u1049\u1090-\u1099\u17e0-\u17e9\u1810-\u1819\u1946-\u194f\u19d0-\u19d9\u1a80-\u1a89\u1a90-\u1a99\u1b50-\u1b59\u1bb0-\u1bb9\u1c40-\u1c49\u1c50-\u1c59\ua620-\ua629\ua8d0-\ua8d9\ua900-\ua909\ua9d0-\ua9d9\ua9f0-\ua9f9\uaa50-\uaa59\uabf0-\uabf9\U000104a0-\U000104a9\U00010d30-\U00010d39\U00011066-\U0001106f\U000110f0-\U000110f9\U00011136-\U0001113f\U000111d0-\U000111d9\U000112f0-\U000112f9\U00011450-\U00011459\U000114d0-\U000114d9\U00011650-\U00011659\U000116c0-\U000116c9\U00011730-\U00011739\U000118e0-\U000118e9\U00011950-\U00011959\U00011c50-\U00011c59\U00011d50-\U00011d59\U00011da0-\U00011da9\U00016a60-\U00016a69\U00016b50-\U00016b59\U0001e140-\U0001e149\U0001e2f0-\U0001e2f9\U0001e950-\U0001e959\uff10-\uff19\u1c90-\u1cbf]' THEN
        folded := translate(folded, '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹߀߁߂߃߄߅߆߇߈߉०१२३४५६७८९০১২৩৪৫৬৭৮৯੦੧੨੩੪੫੬੭੮੯૦૧૨૩૪૫૬૭૮૯୦୧୨୩୪୫୬୭୮୯௦௧௨௩௪௫௬௭௮௯౦౧౨౩౪౫౬౭౮౯೦೧೨೩೪೫೬೭೮೯൦൧൨൩൪൫൬൭൮൯෦෧෨෩෪෫෬෭෮෯๐๑๒๓๔๕๖๗๘๙໐໑໒໓໔໕໖໗໘໙༠༡༢༣༤༥༦༧༨༩၀၁၂၃၄၅၆၇၈၉႐႑႒႓႔႕႖႗႘႙០១២៣៤៥៦៧៨៩᠐᠑᠒᠓᠔᠕᠖᠗᠘᠙᥆᥇᥈᥉᥊᥋᥌᥍᥎᥏᧐᧑᧒᧓᧔᧕᧖᧗᧘᧙᪀᪁᪂᪃᪄᪅᪆᪇᪈᪉᪐᪑᪒᪓᪔᪕᪖᪗᪘᪙᭐᭑᭒᭓᭔᭕᭖᭗᭘᭙᮰᮱᮲᮳᮴᮵᮶᮷᮸᮹᱀᱁᱂᱃᱄᱅᱆᱇᱈᱉᱐᱑᱒᱓᱔᱕᱖᱗᱘᱙꘠꘡꘢꘣꘤꘥꘦꘧꘨꘩꣐꣑꣒꣓꣔꣕꣖꣗꣘꣙꤀꤁꤂꤃꤄꤅꤆꤇꤈꤉꧐꧑꧒꧓꧔꧕꧖꧗꧘꧙꧰꧱꧲꧳꧴꧵꧶꧷꧸꧹꩐꩑꩒꩓꩔꩕꩖꩗꩘꩙꯰꯱꯲꯳꯴꯵꯶꯷꯸꯹𐒠𐒡𐒢𐒣𐒤𐒥𐒦𐒧𐒨𐒩𐴰𐴱𐴲𐴳𐴴𐴵𐴶𐴷𐴸𐴹𑁦𑁧𑁨𑁩𑁪𑁫𑁬𑁭𑁮𑁯𑃰𑃱𑃲𑃳𑃴𑃵𑃶𑃷𑃸𑃹𑄶𑄷𑄸𑄹𑄺𑄻𑄼𑄽𑄾𑄿𑇐𑇑𑇒𑇓𑇔𑇕𑇖𑇗𑇘𑇙𑋰𑋱𑋲𑋳𑋴𑋵𑋶𑋷𑋸𑋹𑑐𑑑𑑒𑑓𑑔𑑕𑑖𑑗𑑘𑑙𑓐𑓑𑓒𑓓𑓔𑓕𑓖𑓗𑓘𑓙𑙐𑙑𑙒𑙓𑙔𑙕𑙖𑙗𑙘𑙙𑛀𑛁𑛂𑛃𑛄𑛅𑛆𑛇𑛈𑛉𑜰𑜱𑜲𑜳𑜴𑜵𑜶𑜷𑜸𑜹𑣠𑣡𑣢𑣣𑣤𑣥𑣦𑣧𑣨𑣩𑥐𑥑𑥒𑥓𑥔𑥕𑥖𑥗𑥘𑥙𑱐𑱑𑱒𑱓𑱔𑱕𑱖𑱗𑱘𑱙𑵐𑵑𑵒𑵓𑵔𑵕𑵖𑵗𑵘𑵙𑶠𑶡𑶢𑶣𑶤𑶥𑶦𑶧𑶨𑶩𖩠𖩡𖩢𖩣𖩤𖩥𖩦𖩧𖩨𖩩𖭐𖭑𖭒𖭓𖭔𖭕𖭖𖭗𖭘𖭙𞅀𞅁𞅂𞅃𞅄𞅅𞅆𞅇𞅈𞅉𞋰𞋱𞋲𞋳𞋴𞋵𞋶𞋷𞋸𞋹𞥐𞥑𞥒𞥓𞥔𞥕𞥖𞥗𞥘𞥙０１２３４５６７８９ᲐᲑᲒᲓᲔᲕᲖᲗᲘᲙᲚᲛᲜᲝᲞᲟᲠᲡᲢᲣᲤᲥᲦᲧᲨᲩᲪᲫᲬᲭᲮᲯᲰᲱᲲᲳᲴᲵᲶᲷᲸᲹᲺᲽᲾᲿ', '0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰჱჲჳჴჵჶჷჸჹჺჽჾჿ');
      END IF;
      folded := translate(folded, 'ⱥƀɓȼđðɖɗɇəǝɛƒǥɠħıɨȷɉƙĸłƚɫŋɲɳøɔɵɍŧⱦʉʋɏƴƶςٱڕڔکڪڵںةەہھۃۿۆۇۈۉۊۋىیېێۍے‐‑‒–—―−⁃⸺⸻־᠆', 'abbcddddeeeefgghiijjkklllnnnooorttuvyyzσاررككلنههههههوووووويييييي------------');
      folded := replace(replace(replace(replace(folded, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
    END IF;
  END IF;
  RETURN btrim(regexp_replace(folded, '[\u0009-\u000d \u0085\u1680\u2028\u2029]+', ' ', 'g'));
END $$;

-- Key of unique names: texts that look the same have the same key. nameKey() of shared/kernel/text/fold.ts returns the
-- same.
CREATE FUNCTION name_key(value text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE named text;
BEGIN
  named := lower(normalize(translate(value, '´΄᾽᾿´῾˝', ''''''''''''''''), NFKC)
    COLLATE "und-x-icu");
  named := regexp_replace(named, '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\U000e0000-\U000e01ef\u0640]+', '', 'g');
  named := translate(named, '''"`‘’‚‛“”„‟‹›«»′‵ʹʺʻʼʽʾʿˈˊˋ՚׳״ߴߵꞋꞌ「」『』〝〞〟‐‑‒–—―−⁃⸺⸻־᠆کڪىیᲐᲑᲒᲓᲔᲕᲖᲗᲘᲙᲚᲛᲜᲝᲞᲟᲠᲡᲢᲣᲤᲥᲦᲧᲨᲩᲪᲫᲬᲭᲮᲯᲰᲱᲲᲳᲴᲵᲶᲷᲸᲹᲺᲽᲾᲿ',
    '''''''''''''''''''''''''''''''''''''''''''''''''''''''''''''''''''''''''''''''''''------------ككييაბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰჱჲჳჴჵჶჷჸჹჺჽჾჿ');
  RETURN btrim(regexp_replace(named, '[\u0009-\u000d \u0085\u1680\u2028\u2029]+', ' ', 'g'));
END $$;

-- Plans are the same for all tenants and changed by migrations only.
CREATE TABLE plan (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  code text NOT NULL UNIQUE,
  monthly_price numeric(12,2) NOT NULL CHECK (monthly_price >= 0),
  annual_price numeric(12,2) NOT NULL CHECK (annual_price >= 0),
  user_limit int CHECK (user_limit > 0),
  project_limit int CHECK (project_limit > 0),
  features text[] NOT NULL DEFAULT '{}',
  sort_order int NOT NULL UNIQUE
);
GRANT SELECT ON plan TO portal_app, portal_worker;
INSERT INTO plan (code, monthly_price, annual_price, user_limit, project_limit, features, sort_order) VALUES
  ('free', 0, 0, 5, 3, '{}', 1),
  ('team', 49, 490, 50, 30, '{news,leave_management,analytics}', 2),
  ('business', 129, 1290, NULL, NULL, '{news,leave_management,payment,vas_approval_form,analytics}', 3);

CREATE TABLE tenant (
  id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  name text NOT NULL CHECK (name <> ''),
  logo text,
  website text,
  time_zone text NOT NULL DEFAULT 'UTC'
    CONSTRAINT tenant_time_zone_known
      CHECK (('2026-01-01 00:00:00+00'::timestamptz AT TIME ZONE time_zone) IS NOT NULL OR time_zone IS NULL),
  active boolean NOT NULL DEFAULT true,
  plan_id bigint NOT NULL REFERENCES plan,
  billing_period text CHECK (billing_period IN ('monthly', 'annual')),
  plan_starts_at timestamptz NOT NULL DEFAULT now(),
  -- Null: the plan has no end (Free).
  plan_ends_at timestamptz,
  auto_renew boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  weekend smallint[] NOT NULL DEFAULT '{0,6}' CHECK (weekend <@ '{0,1,2,3,4,5,6}'),
  workday_start time NOT NULL DEFAULT '09:00:00',
  workday_end time NOT NULL DEFAULT '17:00:00',
  workday_hours numeric(4,2) NOT NULL DEFAULT 8 CHECK (workday_hours > 0 AND workday_hours <= 24),
  leave_given_at timestamptz,
  -- Since when all users, or all with a role that demands it, need a second factor. Older sessions continue.
  second_factor_since timestamptz,
  -- The plan end that open screens have been notified of. Guards compare with the clock instead.
  plan_expired_at timestamptz,
  version int NOT NULL DEFAULT 1,
  logo_file_id bigint,
  -- Small PNG for mails and PDF documents.
  logo_mark bytea CHECK (octet_length(logo_mark) BETWEEN 1 AND 131072),
  default_language text CHECK (default_language IN ('en', 'ar', 'de', 'ko', 'ckb')),
  default_theme text CHECK (default_theme IN ('light', 'dark')),
  brand_color text CHECK (brand_color ~ '^#[0-9a-f]{6}$'),
  -- Sender name of mails; must not break or extend the header line.
  mail_sender text CHECK (char_length(mail_sender) BETWEEN 1 AND 80 AND mail_sender !~ '[[:cntrl:]<>"@\\]'),
  -- When a requested closing takes effect, unless it is cancelled before.
  closes_at timestamptz,
  closed_at timestamptz,
  CONSTRAINT workday_in_order CHECK (workday_end > workday_start),
  -- Shown as a link to all users, so no javascript: addresses.
  CONSTRAINT tenant_website_is_of_the_web CHECK (website ~ '^https?://'),
  CONSTRAINT tenant_closed_is_inactive CHECK (closed_at IS NULL OR (closes_at IS NOT NULL AND NOT active))
);
CREATE INDEX tenant_closing ON tenant (closes_at) WHERE closes_at IS NOT NULL AND closed_at IS NULL;
ALTER TABLE tenant ENABLE ROW LEVEL SECURITY;
ALTER TABLE tenant FORCE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON tenant USING (id = current_tenant()) WITH CHECK (id = current_tenant());
GRANT SELECT, UPDATE ON tenant TO portal_app, portal_worker;
CREATE POLICY worker_sees_all ON tenant FOR SELECT TO portal_worker USING (true);

-- Plans that renew automatically get two extra days: the provider's events may be late, and the daily comparison with
-- the provider finds missed ones.
CREATE FUNCTION plan_is_over(ends_at timestamptz, renews boolean) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
  RETURN COALESCE(ends_at + CASE WHEN renews THEN interval '2 days' ELSE interval '0' END <= now(), false);

-- The current date in the tenant's time zone.
CREATE FUNCTION tenant_today() RETURNS date LANGUAGE sql STABLE
  RETURN (now() AT TIME ZONE (SELECT time_zone FROM tenant WHERE id = current_tenant()))::date;

-- The day from which an employment change counts when it is entered late; today otherwise.
CREATE FUNCTION effective_day() RETURNS date LANGUAGE sql STABLE
  RETURN COALESCE(NULLIF(current_setting('app.effective_on', true), '')::date, tenant_today());

CREATE FUNCTION drop_tenant_logo() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM file WHERE tenant_id = OLD.id AND id = OLD.logo_file_id;
  RETURN NULL;
END $$;
CREATE TRIGGER tenant_logos AFTER UPDATE OF logo_file_id ON tenant FOR EACH ROW
  WHEN (OLD.logo_file_id IS NOT NULL AND OLD.logo_file_id IS DISTINCT FROM NEW.logo_file_id)
  EXECUTE FUNCTION drop_tenant_logo();

-- Host names. Read before the tenant is known, so without row-level security; contains nothing private.
CREATE TABLE tenant_domain (
  domain text PRIMARY KEY CHECK (domain = lower(domain)),
  tenant_id bigint NOT NULL REFERENCES tenant ON DELETE CASCADE,
  main boolean NOT NULL DEFAULT true
);
CREATE INDEX tenant_domain_tenant ON tenant_domain (tenant_id);
ALTER TABLE tenant_domain ALTER tenant_id SET (n_distinct = 2);
GRANT SELECT ON tenant_domain TO portal_app, portal_worker;

-- Created once, shared by all servers and workers: key pair of web push, key of links in mails.
CREATE TABLE installation_secret (
  name text PRIMARY KEY,
  value text NOT NULL
);
GRANT SELECT, INSERT ON installation_secret TO portal_app, portal_worker;

-- One row per stream. Locking it makes revisions gap-free and puts them in commit order.
CREATE TABLE event_stream (
  tenant_id bigint NOT NULL REFERENCES tenant ON DELETE CASCADE,
  name text NOT NULL CHECK (name ~ '^(news|tenant|project|user|directory|rooms|cars):[1-9][0-9]*$'),
  revision bigint NOT NULL DEFAULT 0 CHECK (revision >= 0),
  PRIMARY KEY (tenant_id, name)
) WITH (fillfactor = 50);
CALL fence_tenant_table('event_stream');

-- The event log and outbox.
CREATE TABLE domain_event (
  id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  tenant_id bigint NOT NULL REFERENCES tenant ON DELETE CASCADE,
  stream text NOT NULL,
  revision bigint NOT NULL CHECK (revision > 0),
  type text NOT NULL,
  -- No foreign key: the log outlives users.
  actor_id bigint,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  data jsonb NOT NULL,
  processed_at timestamptz,
  attempts int NOT NULL DEFAULT 0,
  parked_at timestamptz,
  last_error text,
  -- A column, because behind row-level security an index on data->>'id' isn't usable: the operator isn't leakproof.
  task_id bigint GENERATED ALWAYS AS (
    CASE WHEN stream LIKE 'project:%' THEN
      CASE WHEN type LIKE 'task.%' THEN (data->>'id')::bigint ELSE (data->>'task_id')::bigint END
    END
  ) STORED,
  UNIQUE (tenant_id, stream, revision),
  CHECK (parked_at IS NULL OR processed_at IS NULL)
);
-- For redrive.
CREATE INDEX domain_event_waiting ON domain_event (at) WHERE processed_at IS NULL AND parked_at IS NULL;
CREATE INDEX domain_event_parked ON domain_event (tenant_id, parked_at) WHERE parked_at IS NOT NULL;
-- For the history of a task.
CREATE INDEX domain_event_task ON domain_event (tenant_id, task_id, id) WHERE task_id IS NOT NULL;
-- For suggestions and the plausibility of forgotten timers: what a user did on tasks.
CREATE INDEX domain_event_actor ON domain_event (tenant_id, actor_id, at) WHERE task_id IS NOT NULL;
-- For the history of a request; its events are on the requester's stream.
CREATE INDEX domain_event_request ON domain_event (tenant_id, stream, (data->>'id'), id) WHERE type LIKE 'request.%';
CREATE INDEX domain_event_notified ON domain_event (tenant_id, (data->'data'->>'path'))
  WHERE type IN ('notification.created', 'notification.updated');
CREATE INDEX domain_event_passing ON domain_event (tenant_id, id)
  WHERE type = 'request_list.changed' AND processed_at IS NOT NULL;
-- For task histories and project feeds: only the lines they show. The conditions must equal those in
-- server/work/activity/activity.policy.ts.
CREATE INDEX domain_event_history ON domain_event (tenant_id, task_id, id)
  WHERE task_id IS NOT NULL
  AND NOT type = ANY('{reaction.added,reaction.removed,subtask.sorted,watcher.added,watcher.removed,attachment.previewed}')
  AND (type <> 'task.moved' OR data->'task_status_id' <> data->'from_task_status_id');
CREATE INDEX domain_event_feed ON domain_event (tenant_id, stream, revision)
  WHERE NOT type = ANY('{subtask.created,column.sorted,column.rebalanced,tag.created,tag.updated,tag.deleted,reaction.added,reaction.removed,subtask.sorted,watcher.added,watcher.removed,attachment.previewed}')
  AND (type <> 'task.moved' OR data->'task_status_id' <> data->'from_task_status_id');
CALL fence_tenant_table('domain_event');
-- Redrive finds unprocessed events across tenants, then works within each tenant.
CREATE POLICY worker_reads_all ON domain_event FOR SELECT TO portal_worker USING (true);
CREATE POLICY worker_marks_all ON domain_event FOR UPDATE TO portal_worker USING (true) WITH CHECK (true);

-- Responses of calls with an Idempotency-Key.
CREATE TABLE idempotency_key (
  tenant_id bigint NOT NULL REFERENCES tenant ON DELETE CASCADE,
  -- 0 for calls without a session.
  user_id bigint NOT NULL,
  key text NOT NULL CHECK (length(key) BETWEEN 1 AND 200),
  request_hash bytea NOT NULL,
  status int,
  reply jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, user_id, key)
);
CREATE INDEX idempotency_key_age ON idempotency_key (created_at);
CALL fence_tenant_table('idempotency_key');

CREATE TABLE file (
  id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  tenant_id bigint NOT NULL REFERENCES tenant ON DELETE CASCADE,
  name text NOT NULL CHECK (name <> ''),
  type text NOT NULL,
  size bigint NOT NULL CHECK (size >= 0),
  -- Random, so that it can't be guessed; never changed.
  storage_key text NOT NULL,
  uploaded_by bigint,
  created_at timestamptz NOT NULL DEFAULT now(),
  preview_state text NOT NULL DEFAULT 'none' CHECK (preview_state IN ('none', 'waiting', 'ready', 'failed')),
  preview_key text,
  preview_size bigint CHECK (preview_size > 0),
  -- Counted before each attempt, so that an image which crashes the process is given up too.
  preview_attempts smallint NOT NULL DEFAULT 0,
  preview_tried_at timestamptz,
  UNIQUE (tenant_id, id), UNIQUE (tenant_id, storage_key),
  CONSTRAINT file_preview_is_there
    CHECK ((preview_state = 'ready') = (preview_key IS NOT NULL AND preview_size IS NOT NULL))
);
CREATE INDEX file_preview_waiting ON file (tenant_id, id) WHERE preview_state = 'waiting';
CALL fence_tenant_table('file');
ALTER TABLE tenant ADD CONSTRAINT tenant_logo_file FOREIGN KEY (id, logo_file_id) REFERENCES file (tenant_id, id)
  ON DELETE SET NULL (logo_file_id);

CREATE FUNCTION loosen_bytes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO loose_file (tenant_id, storage_key, due)
  SELECT OLD.tenant_id, key, now() FROM unnest(ARRAY[OLD.storage_key, OLD.preview_key]) AS key
  -- Skipped when the tenant itself is deleted.
  WHERE key IS NOT NULL AND EXISTS (SELECT FROM tenant WHERE id = OLD.tenant_id)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER file_bytes AFTER DELETE ON file FOR EACH ROW EXECUTE FUNCTION loosen_bytes();

-- Storage keys without a row in file: added before the bytes are stored, deleted by the transaction that inserts the
-- file, added again when the file is deleted. No crash leaves bytes that nothing refers to.
CREATE TABLE loose_file (
  tenant_id bigint NOT NULL REFERENCES tenant ON DELETE CASCADE,
  storage_key text NOT NULL,
  -- Not removed earlier: an upload may still be running.
  due timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, storage_key)
);
CREATE INDEX loose_file_due ON loose_file (tenant_id, due);
CALL fence_tenant_table('loose_file');
