import { Link, type LinkProps } from "react-router";
import { buttonLook, type ButtonLook } from "./buttonClass";

/** A link that looks like a button, for the main action of a screen. */
export function LinkButton({ variant, size, className, ...rest }: LinkProps & ButtonLook) {
  return <Link {...rest} className={buttonLook({ variant, size }, className)} />;
}
