export { PageError } from "./PageError";
export { RootErrorPage } from "./RootErrorPage";
