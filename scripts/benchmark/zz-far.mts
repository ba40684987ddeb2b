import { fork, spawnSync } from 'node:child_process';
const M=process.cwd();
const name = process.argv[2]!; const args = process.argv.slice(3);
const service = fork(`${M}/scripts/benchmark/serve.ts`, [name], { execArgv: ['--import','tsx'], cwd: M, stdio:['ignore','ignore','inherit','ipc'] });
const variables: any = await new Promise((r,e)=>{service.once('message',r); service.once('exit',e)});
const t=Date.now();
const r = spawnSync('/usr/bin/env',['bash','-c',`npm run -s conformance -- --report-dir ${process.env.OUT ?? '/tmp/w/s20/far'} ${args.map(a=>`'${a}'`).join(' ')}`],{cwd:process.env.ROOT ?? M, env:{...process.env,...variables,CES_SEED:'42',CI:'1'},encoding:'utf8'});
console.log(name, args.join(' '), ((Date.now()-t)/1000).toFixed(1), r.status, r.stdout.split('\n').filter(l=>/Exit|tests run/.test(l)).join(' | '));
service.disconnect();
