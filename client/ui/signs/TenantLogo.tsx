import classes from "./TenantLogo.module.css";

/** The tenant's logo, or the first letter of its name. Decorative, because the name is shown next to it. */
export function TenantLogo({ name, logo, size = 24 }: { name: string; logo: string | null; size?: number }) {
  const style = { inlineSize: size, blockSize: size };
  return logo ? (
    <img className={`${classes.logo} ${classes.picture}`} src={logo} alt="" style={style} />
  ) : (
    <span className={classes.logo} style={style} aria-hidden>
      {[...name.trim()][0]?.toLocaleUpperCase()}
    </span>
  );
}
