import { Link, type LinkProps } from "react-router";
import { buttonClass, type ButtonStyle } from "./buttonClass";

/** A link that looks like a button, for the main action of a screen. */
export function LinkButton({ variant, size, className, ...rest }: LinkProps & ButtonStyle) {
  return <Link {...rest} className={buttonClass({ variant, size }, className)} />;
}
