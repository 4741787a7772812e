// Makes what a release consists of, and publishes nothing: `npm run release -- FOLDER`. All packages as tarballs, their digests, a list of
// what they contain (SBOM, CycloneDX) and a statement of how they were built (SLSA provenance, in-toto).
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** The packages, in the order in which they need each other. */
const PACKAGES = ["core", "toolbox", "gateway", "inspector", "cli"];

/** What is wrong with the versions of packages: all are the same, and need each other in that one. */
export function versionProblems(manifests, changelog) {
  const [{ version }] = manifests;
  const names = new Set(manifests.map(({ name }) => name));
  const others = manifests.filter((each) => each.version !== version);
  const needed = manifests.flatMap(({ name, dependencies = {}, devDependencies = {} }) =>
    Object.entries({ ...dependencies, ...devDependencies })
      .filter(([other, wanted]) => names.has(other) && wanted !== version)
      .map(([other, wanted]) => `${name} needs ${other} ${wanted}, not ${version}`),
  );
  const isListed = changelog.split("\n").some((line) => line.startsWith(`## ${version}`));
  return [
    ...others.map((each) => `${each.name} has the version ${each.version}, not ${version}`),
    ...needed,
    ...(isListed ? [] : [`CHANGELOG.md has no section ${version}`]),
  ];
}

/** Writes the release into a folder, and returns the names of its files. */
export function makeRelease(folder) {
  const manifests = PACKAGES.map((name) => readJson(`packages/${name}/package.json`));
  const problems = versionProblems(manifests, readFileSync(join(ROOT, "CHANGELOG.md"), "utf8"));
  if (problems.length > 0) throw new Error(problems.join("\n"));
  mkdirSync(folder, { recursive: true });
  const tarballs = pack(
    PACKAGES.map((name) => join(ROOT, "packages", name)),
    folder,
  );
  const sbom = "sbom.cdx.json";
  writeFileSync(join(folder, sbom), billOfMaterials(manifests[0].version));
  const subjects = [...tarballs, sbom].map((name) => ({ name, digest: { sha256: sha256(join(folder, name)) } }));
  writeFileSync(join(folder, "provenance.json"), `${JSON.stringify(provenance(subjects), null, 2)}\n`);
  const sums = subjects.map(({ name, digest }) => `${digest.sha256}  ${name}\n`);
  writeFileSync(join(folder, "SHA256SUMS"), sums.join(""));
  return [...tarballs, sbom, "provenance.json", "SHA256SUMS"];
}

/** https://slsa.dev/spec/v1.0/provenance; what a signature makes of it is up to who builds. */
function provenance(subject) {
  const { repository } = readJson("packages/cli/package.json");
  const uri = `${repository.url}@${git("rev-parse", "HEAD")}`;
  const isClean = git("status", "--porcelain") === "";
  return {
    _type: "https://in-toto.io/Statement/v1",
    subject,
    predicateType: "https://slsa.dev/provenance/v1",
    predicate: {
      buildDefinition: {
        buildType: `${repository.url.replace(/^git\+|\.git$/g, "")}/blob/main/scripts/release.mjs`,
        externalParameters: { command: "npm run release" },
        internalParameters: { node: process.version, npm: npm(["--version"]).trim(), isClean },
        resolvedDependencies: [
          { uri, digest: { gitCommit: git("rev-parse", "HEAD") } },
          { uri: "package-lock.json", digest: { sha256: sha256(join(ROOT, "package-lock.json")) } },
        ],
      },
      runDetails: { builder: { id: process.env.TOOLGLOT_BUILDER ?? "local" } },
    },
  };
}

/** What the packages need at run time, by the lock file. npm wants a version of the workspace too, which has none in the repository. */
function billOfMaterials(version) {
  const folder = mkdtempSync(join(tmpdir(), "toolglot-sbom-"));
  try {
    const { devDependencies: _, ...workspace } = readJson("package.json");
    const lock = readJson("package-lock.json");
    writeJson(join(folder, "package.json"), { ...workspace, version });
    writeJson(join(folder, "package-lock.json"), { ...lock, packages: runtimePackages(lock.packages) });
    for (const name of PACKAGES) {
      mkdirSync(join(folder, "packages", name), { recursive: true });
      writeJson(join(folder, "packages", name, "package.json"), shipped(readJson(`packages/${name}/package.json`)));
    }
    const sbom = JSON.parse(npm(["sbom", "--package-lock-only", "--sbom-format", "cyclonedx"], folder));
    for (const component of [sbom.metadata.component, ...sbom.components]) component.name = nameIn(component.purl);
    return `${JSON.stringify(sbom, null, 2)}\n`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** npm calls what is not from a registry by its folder. */
function nameIn(purl) {
  return decodeURIComponent(/^pkg:npm\/(.*)@/.exec(purl)[1]);
}

/** A manifest with all that its package contains or needs: what else a package is built from is in its bundle, as Preact is in the inspector's page. */
function shipped({ dependencies = {}, devDependencies = {}, ...manifest }) {
  const bundled = Object.entries(devDependencies).filter(([name]) => !name.startsWith("@toolglot/"));
  return { ...manifest, dependencies: { ...dependencies, ...Object.fromEntries(bundled) } };
}

/** The part of a lock file that is installed with the packages: `npm sbom --omit dev` leaves out what the tests need too. */
function runtimePackages(packages) {
  const { devDependencies: _, ...workspace } = packages[""];
  const paths = new Set(PACKAGES.map((name) => `packages/${name}`));
  for (const path of paths)
    for (const name of Object.keys(shipped(packages[path]).dependencies)) {
      const found = [`${path}/node_modules/${name}`, `node_modules/${name}`].find((each) => each in packages);
      if (found === undefined) throw new Error(`package-lock.json has no ${name}, which ${path} needs`);
      paths.add(found);
      if (packages[found].link) paths.add(packages[found].resolved);
    }
  const links = Object.keys(packages).filter((path) => packages[path].link);
  const kept = [...paths, ...links].map((path) => {
    const { dev: _dev, devOptional: _optional, ...entry } = packages[path];
    return [path, shipped(entry)];
  });
  return { "": workspace, ...Object.fromEntries(kept) };
}

/** All at once, because npm takes longer to start than to pack. Some versions of it list the tarballs, others name them. */
function pack(paths, folder) {
  const output = npm(["pack", ...paths, "--pack-destination", folder, "--json", "--ignore-scripts"]);
  return Object.values(JSON.parse(output)).map(({ filename }) => filename);
}

function npm(args, cwd = ROOT) {
  return execFileSync("npm", args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
}

function git(...args) {
  return execFileSync("git", args, { cwd: ROOT, encoding: "utf8" }).trim();
}

function sha256(file) {
  return createHash("sha256").update(readFileSync(file)).digest("hex");
}

function writeJson(file, value) {
  writeFileSync(file, JSON.stringify(value));
}

function readJson(file) {
  return JSON.parse(readFileSync(join(ROOT, file), "utf8"));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new Error("name a folder: npm run release -- FOLDER");
  console.log(makeRelease(resolve(folder)).join("\n"));
  console.log("Publish each tarball with: npm publish FILE --provenance --access public");
}
