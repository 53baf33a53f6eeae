/** `npm run build` has nothing left to do once scripts/bootstrap.mjs has built. */
process.stdout.write('dist/ is up to date\n');
