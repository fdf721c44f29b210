// Shows the components of the kit in the app's styles.
import "../src/styles/index.css";
import "@/brands/current/theme.css";
import { cleanup } from "@testing-library/react";
import { afterEach } from "vitest";

afterEach(cleanup);
